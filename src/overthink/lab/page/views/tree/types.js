// The types of a tree and of a search.

/** Columns over nodes in breadth-first order; null where a number is not known.
 * @typedef {{ first: number[], mover: number[], edge: number[], levels: number[],
 *   utility: (number | null)[], static: (number | null)[], error: (number | null)[], truth: (number | null)[],
 *   names: string[], moves: string[], boards: string[], right: number[], says: string, low: number, high: number }} Tree */

/** A search's steps, each a list that begins with its kind and a node.
 * @typedef {{ events: (number | null)[][], names: string[], reasons: string[], moves: number[],
 *   value: number, error: number, internal: number, leaves: number, interval: boolean,
 *   options: { move: number, value?: number, error?: number, exact?: boolean, low?: number, high?: number }[],
 *   rule: string, search: string, code: [string, string][], settles: boolean, binary: boolean }} Run */

/** The visible part: pixels per leaf and per ply, and the place of the tree's corner.
 * @typedef {{ sx: number, sy: number, ox: number, oy: number }} View */

export const ENTER = 0;
export const LEAF = 1;
export const BACK = 2;
export const AGGREGATE = 3;
export const DONE = 4;
