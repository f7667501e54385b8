// What the server says of a game, and what the page keeps of one.

/** A position, and the move that led to it. @typedef {{ board: any, last?: string, mover: number, movers: number[], players: [string, string], moves: string[], over: boolean,
 *   result: string, plies: number, rules: Record<string, string[]> }} Position */

/** What a machine saw. @typedef {{ move: string, value: number, error: number | null, nodes: number, best: string[],
 *   right: string[], line: string[], options: { move: string, value: number | null, error: number | null, exact: boolean }[] }} Thought */

/** A board that can be shown; `chosen` hears of the move that is picked on it.
 * @typedef {(board: any, position: Position, chosen: ((move: string) => void) | undefined) => HTMLElement} Drawn */

export {};
