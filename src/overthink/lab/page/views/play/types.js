// The types of positions and machine moves.

/** A position, and the move that led to it. @typedef {{ board: any, last?: string, mover: number, movers: number[], players: [string, string], moves: string[], over: boolean,
 *   result: string, plies: number, good: (boolean | null)[], rules: Record<string, string[]> }} Position */

/** The values behind a machine's move. @typedef {{ move: string, cost: boolean, value: number, error: number | null, nodes: number, best: string[],
 *   right: string[], line: string[], options: { move: string, value: number | null, error: number | null, exact: boolean }[] }} Thought */

/** Draws a board; it calls `chosen` with the reader's move.
 * @typedef {(board: any, position: Position, chosen: ((move: string) => void) | undefined) => HTMLElement} Drawn */

export {};
