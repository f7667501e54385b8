// The types of the story.

/** @typedef {{ depth: number, mean: number, low: number, high: number, n: number }} Point */
/** @typedef {{ label: string, colour: string, place: number }} Look */
/** @typedef {{ tiles: number[], guess: number, truth: number }} Board */
/** The small game; values are +1 or -1, to Max.
 * @typedef {{ setting: Record<string, string>, mover: number[], first: number[], static: number[], truth: number[], right: number[],
 *   shallow: { depth: number, moves: number[] }, deep: { depth: number, moves: number[] },
 *   emm: { moves: number[], searched: Record<string, [number, number]>, worth: Record<string, [number, number]>, own: number[] } }} Game */
/** The numbers that `docs/make_shipped.py story` wrote.
 * @typedef {{ made: { date: string, version: string }, looks: Record<string, Look>, game: Game,
 *   what_if: { moves: number[], worth: string }[],
 *   typical: { draws: number, shallow: number, stays: number, ties: number, spoils: number },
 *   curves: { n: number, setting: Record<string, string>, rules: Record<string, { accuracy: Point[] }> },
 *   puzzle: { number: number, start: Board & { moves: Record<string, Board> }, choices: Record<string, string[]>,
 *     bait: { moves: string[], boards: Board[] }, lines: number, home: number[], positions: number, better: number,
 *     worse: number, equal: number } }} Story */

/** One step: a headline, a picture beside a question, perhaps something below both, and links. `class` says what a teacher can do here.
 * @typedef {{ headline: string, picture: Node, below?: Node, side: Node[], links: [string, string][], class: (Node | string)[] }} Step */
/** What a step is built from: the numbers, the reader's answer so far, and what to call with a new one.
 * @typedef {{ story: Story, answer: string | undefined, answered: (answer: string) => void }} Given */

export {};
