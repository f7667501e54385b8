// UCT on drawn boards and critical win-loss games, computed in the page where there is no lab: the same steps and numbers, to the last bit.

import { ROUNDING, RULES as FOLDS, UNIT, drawGame, level, mix, uniform } from "../tree/compute.js";

/** @import { Message, Rule as Fold } from "../tree/compute.js" */
/** What comes with the page: keys of random numbers for each draw, the share of wins that is fair, and the layers and laws of normal evaluations.
 * @typedef {{ games: string, fair: Record<string, number>, uct: string[], critical: string[], edges: number[], density: number[], laws: Record<string, [number, number, number, number]> }} Local */
/** A game of states S. Values are to Max. @template S
 * @typedef {{ start: S, count: (state: S) => number, child: (state: S, i: number) => S, mover: (state: S) => number, utility: (state: S) => number,
 *   static: (state: S) => [number, number], truth: (state: S) => number | null, right: number[], says: string }} Game */
/** A fold whose message may look otherwise from the other side, or count visits.
 * @typedef {Fold & { turned?: (message: Message) => Message, visited?: (message: Message, visits: number) => Message, value?: (message: Message) => number }} Rule */
/** @typedef {{ first: number, width: number, visits: number, scarcity: number, worth: number, own: number, error: number, message: Message, mover: number, truth: number | null, parent: number, name: string }} Row */
/** @typedef {{ path: bigint, ply: number, won: number }} Critical */
/** @typedef {{ ply: number, at: number }} Board */

const [SELECT, TRY, VALUE, BACK] = [0, 1, 3, 4];
const MOST_STEPS = 20_000;
const MOST_SQUARES = 2 ** 17;
const [ROUNDS, STEPS_A_VISIT] = [1.001 * UNIT, 8];
const [PLIES, SHIFT, WORD, AGAIN, LIMIT, LAYER] = [50, 9n, 1001n, 6n, 3, 127n];
const [LN2, BITS, TERMS] = [0.6931471805599453, 4096, 35];

/** √ln n, for n below 4,096. @param {number} n */
function rootOfLog(n) {
  if (n < 1 || n >= BITS) return 0;
  const power = 31 - Math.clz32(n);
  const x = n / 2 ** power;
  const s = (x - 1) / (x + 1);
  let total = 0;
  for (let odd = TERMS; odd > 0; odd -= 2) total = total * (s * s) + 1 / odd;
  return Math.sqrt(power * LN2 + 2 * s * total);
}

// --- the games -------------------------------------------------------------------------------------------------------

/** A normal number within three deviations, from layers under the curve. @param {bigint} key @param {Local} local */
function gauss(key, { edges, density }) {
  for (;; key = mix(key, AGAIN)) {
    let [drawn, word] = [key, 0n];
    for (;;) {
      const [layer, side] = [Number(drawn & LAYER), 2 * uniform(drawn) - 1];
      const x = side * edges[layer];
      const other = mix(key, word);
      const inside = Math.abs(side) < edges[layer + 1] / edges[layer];
      if (inside || (layer && density[layer] + uniform(other) * (density[layer + 1] - density[layer]) < Math.exp(-0.5 * x * x))) {
        if (Math.abs(x) <= LIMIT) return x;
        break;
      }
      if (!layer) break; // the tail lies beyond the limit
      [drawn, word] = [mix(key, word + 1n), word + 2n];
    }
  }
}

/** @param {Record<string, string>} given @param {Local} local @returns {Game<Critical>} */
function criticalGame(given, local) {
  const [b, gamma, key] = [Number(given.b), Number(given.gamma), BigInt(local.critical[Number(given.seed)])];
  const law = local.laws[given.law];
  const isChoice = (/** @type {Critical} */ { ply, won }) => won !== ply % 2;
  const truth = (/** @type {Critical} */ { won }) => 2 * won - 1;
  const child = (/** @type {Critical} */ state, /** @type {number} */ i) => {
    const here = mix(key, state.path);
    const own = mix(here, BigInt(i + 1));
    const turns = isChoice(state) && i !== Math.floor(uniform(mix(here, 0n)) * b) && uniform(mix(own, 0n)) < (state.ply ? gamma : 1);
    return { path: own >> SHIFT, ply: state.ply + 1, won: turns ? 1 - state.won : state.won };
  };
  const evaluate = (/** @type {Critical} */ state) => {
    if (!law) return truth(state);
    const [mean, sd] = state.won ? [law[2], law[3]] : [law[0], law[1]];
    return 2 * (mean + sd * gauss(mix(mix(key, state.path), WORD), local)) - 1;
  };
  const start = { path: 0n, ply: 0, won: 1 };
  return {
    start, child, truth, utility: truth, count: ({ ply }) => (ply < PLIES ? b : 0), mover: ({ ply }) => (ply % 2 ? -1 : 1), static: (state) => [evaluate(state), 0.2],
    right: Array.from({ length: b }, (_, i) => i).filter((i) => child(start, i).won),
    says: `Critical win-loss game ${given.seed}: ${b} moves, critical rate ${gamma}; one move is right.`,
  };
}

/** A board, evaluated by the share of squares that win. @param {Record<string, string>} given @param {Local} local @returns {Game<Board>} */
function boardGame(given, local) {
  const [b, height, mixing] = ["b", "height", "mixing"].map((name) => Number(given[name]));
  if (b ** height > MOST_SQUARES) throw new Error(`${b} moves over ${height} turns give more than ${MOST_SQUARES.toLocaleString("en")} squares. Use smaller numbers.`);
  const p = b === 2 && height < 12 ? 0.5 : local.fair[b];
  const [plies] = drawGame(mix(BigInt(local.games), BigInt(given.seed)), b, height, p, mixing);
  const last = height % 2 ? 1 : -1;
  const before = [0];
  for (const worth of plies[height]) before.push(before[before.length - 1] + Number(worth === last));
  const share = (/** @type {Board} */ { ply, at }) => {
    const width = b ** (height - ply);
    const ones = (before[(at + 1) * width] - before[at * width]) / width;
    return height % 2 ? ones : 1 - ones;
  };
  const kind = mixing === 1 ? "P-game" : mixing === 0 ? "N-game" : "Mixed game";
  return {
    start: { ply: 0, at: 0 }, count: ({ ply }) => (ply < height ? b : 0), child: ({ ply, at }, i) => ({ ply: ply + 1, at: at * b + i }), mover: ({ ply }) => (ply % 2 ? -1 : 1),
    utility: ({ at }) => plies[height][at], static: (state) => [2 * share(state) - 1, Math.min(share(state), 1 - share(state))], truth: () => null,
    right: plies[1].flatMap((worth, i) => (worth === plies[0][0] ? [i] : [])),
    says: `${kind} number ${given.seed}: ${b} moves, ${height} turns; evaluated by the share of squares that win.`,
  };
}

/** @type {Record<string, (given: Record<string, string>, local: Local) => Game<any>>} */
const GAMES = { "critical-win-loss": criticalGame, "board-splitting": boardGame };

// --- the rules that a whole tree does not know -----------------------------------------------------------------------

const [ALPHA, COPIED, PRIOR] = [0.4, 0.5, 0.5];
/** Won and lost together, if the own evaluation is wrong with this probability. @param {Message} message @param {number} wrong */
const mixCases = ([a, b, c, d], wrong) => [(1 - wrong) * a + wrong * c, (1 - wrong) * b + wrong * d];
/** @type {NonNullable<Fold["settle"]>} */
const exclude = ([a, b, c, d], own, error) => {
  if (own > 0 && (1 - error) * a + error * d > 0) return [a, 0, 0, d, error];
  if (own < 0 && (1 - error) * b + error * c > 0) return [0, b, c, 0, error];
  return [a, b, c, d, error];
};

/** @type {Record<string, Rule>} */
export const RULES = {
  ...FOLDS,
  heir: { start: () => [0, 1, 0, 1], turned: ([a, b, c, d, error]) => [b, a, d, c, error], settle: exclude, error: true,
    add: ([a, b, c, d], message) => {
      const fresh = (1 - COPIED) * message[4];
      const [[wins, loses], [wins2, loses2]] = [mixCases(message, fresh), mixCases(message, COPIED + fresh)];
      return [a * (wins + loses) + b * wins, b * loses, c * (wins2 + loses2) + d * wins2, d * loses2];
    },
    aggregate: (node) => {
      const most = Math.max(...node);
      return most ? [...node.map((each) => each / most), 0.5] : [PRIOR, 1 - PRIOR, PRIOR, 1 - PRIOR, 0.5];
    },
    frontier: (own, error) => exclude([PRIOR, 1 - PRIOR, PRIOR, 1 - PRIOR, 0.5], own, error),
    terminal: (worth) => {
      const won = worth > 0 ? 1 : worth < 0 ? 0 : 0.5;
      return [won, 1 - won, won, 1 - won, 0.5];
    },
    value: (message) => {
      const [won, lost] = mixCases(message, message[4]);
      return won + lost > 0 ? (won - lost) / (won + lost) : 0;
    },
    score: (message) => {
      const [won, lost] = mixCases(message, message[4]);
      return won + lost === 0 ? 1 : lost > 0 ? won / lost : Infinity;
    },
    slack(message) { const odds = Math.abs(this.score(message)); return odds < Infinity ? odds * ROUNDING : 0; } },
  "implicit-minimax": { start: (own) => [0, 1, own, -Infinity, ROUNDS * Math.abs(own)], turned: ([value, visits, mean, best, rounding]) => [-value, visits, -mean, -best, rounding],
    add: ([, visits, total, best, moved], [, more, mean, value, rounding]) => {
      const sum = total + more * mean;
      return [0, visits + more, sum, Math.max(best, value), moved + (more * (rounding + ROUNDS * Math.abs(mean)) + ROUNDS * Math.abs(sum))];
    },
    aggregate: ([, visits, total, best, moved]) => [(1 - ALPHA) * (total / visits) + ALPHA * best, visits, total / visits, best, moved / visits + ROUNDS * Math.abs(total / visits)],
    frontier: (own) => [own, 1, own, own, ROUNDS * Math.abs(own)], terminal: (worth) => [worth, 1, worth, worth, ROUNDS * Math.abs(worth)],
    visited: ([value, , ...rest], visits) => [value, visits, ...rest], score: ([value]) => value, slack: ([, , mean, best, rounding]) => rounding + 4 * ROUNDS * (Math.abs(mean) + Math.abs(best)), error: false },
};

// --- UCT -------------------------------------------------------------------------------------------------------------

/** Whether the page computes this. @param {Record<string, string>} given */
export const isComputed = ({ source, rule }) => Object.hasOwn(GAMES, source) && Object.hasOwn(RULES, rule);

/** The tree after all simulations, and the steps to it. @param {Record<string, string>} given @param {Local} local */
export function simulate(given, local) {
  const number = Number(given.seed);
  if (!local.uct[number]) throw new Error(`Without the lab there are draws 0 to ${local.uct.length - 1}. For others, start 'overthink lab'.`);
  const game = GAMES[given.source](given, local);
  const rule = RULES[given.rule];
  const [isMean, opinions, exploration] = [given.rule === "mean", given.value === "evaluator", Number(given.exploration)];
  const seed = BigInt(local.uct[number]);
  const side = (/** @type {Message} */ message, /** @type {number} */ me) => (me > 0 ? message : rule.turned ? rule.turned(message) : [-message[0], ...message.slice(1)]);
  const value = rule.value ?? ((/** @type {Message} */ [first]) => first);
  const opinion = (/** @type {any} */ state) => (opinions ? game.static(state) : [0, 0]);
  /** @type {any[][]} */
  const steps = [];
  const note = (/** @type {any[]} */ ...step) => {
    if (steps.length >= MOST_STEPS) throw new Error(`These simulations take more than ${MOST_STEPS.toLocaleString("en")} steps. Choose fewer simulations.`);
    steps.push(step);
  };
  /** @type {Row[]} */
  const rows = [];
  const open = (/** @type {number} */ parent, /** @type {string} */ name) => rows.push({ first: 0, width: 0, visits: 0, scarcity: 0, worth: 0, own: 0, error: 0, message: [], mover: 0, truth: null, parent, name });
  open(-1, "");
  const [root] = rows;
  [root.own, root.error] = opinion(game.start);
  Object.assign(root, { worth: root.own, mover: game.mover(game.start), truth: game.truth(game.start) });
  const enter = (/** @type {Row} */ row) => {
    const share = 1 / ++row.visits;
    row.scarcity = Math.sqrt(share);
    return share;
  };
  const kids = (/** @type {Row} */ row) => rows.slice(row.first, row.first + Math.max(0, row.width));

  /** What a game of random moves is worth. @param {any} state @param {bigint} key */
  function randomGame(state, key) {
    for (let step = 0n; ; step++) {
      const moves = game.count(state);
      if (!moves) return game.utility(state);
      state = game.child(state, Math.floor(uniform(mix(key, step)) * moves));
    }
  }

  /** The leaf of a simulation. @param {any} state @param {Row} row @param {bigint} key */
  function reach(state, row, key) {
    enter(row);
    const me = game.mover(state);
    if (!game.count(state)) {
      Object.assign(row, { width: -1, own: game.utility(state), error: 0 });
      row.message = rule.terminal(me * row.own, 0);
    } else {
      if (row.visits === 1) [row.own, row.error] = opinions ? game.static(state) : [randomGame(state, key), 0];
      row.message = rule.frontier(me * row.own, row.error);
    }
    row.message = side(rule.visited ? rule.visited(row.message, row.visits) : row.message, me);
    row.worth = value(row.message);
  }

  /** The message of a node from its visited children and its own evaluation. @param {Row} row */
  function refold(row) {
    const me = row.mover;
    let node = rule.start(me * row.own);
    for (const kid of kids(row)) if (kid.visits) node = rule.add(node, side(kid.message, me), 0);
    const found = rule.aggregate(node);
    row.message = side(rule.settle ? rule.settle(found, me * row.own, row.error) : found, me);
    row.worth = value(row.message);
  }

  for (let simulation = 0; simulation < Number(given.simulations); simulation++) {
    const key = mix(seed, BigInt(simulation));
    let [state, n] = [game.start, 0];
    const path = [];
    for (;;) { // go down to a leaf
      const row = rows[n];
      if (row.width < 0) break;
      if (!row.width) {
        [row.first, row.width] = [rows.length, game.count(state)];
        for (let i = 0; i < row.width; i++) open(n, String(i));
      }
      const [below, tried] = [kids(row), row.visits - Number(n > 0)];
      let i = 0;
      if (tried < row.width) {
        const left = below.flatMap((kid, each) => (kid.visits ? [] : [each]));
        i = left[Math.floor(uniform(mix(key, BigInt(path.length))) * (row.width - tried))] ?? row.width - 1;
        note(TRY, n, row.first + i);
      } else {
        const weight = exploration * rootOfLog(row.visits);
        const terms = below.map((kid) => [row.mover * kid.worth, weight * kid.scarcity]);
        terms.forEach(([one, other], each) => { if (one + other > terms[i][0] + terms[i][1]) i = each; });
        note(SELECT, n, row.first + i, weight, terms);
      }
      path.push(n);
      [state, n] = [game.child(state, i), row.first + i];
      if (!rows[n].visits) break;
    }
    const leaf = rows[n];
    reach(state, leaf, mix(key, BigInt(path.length)));
    Object.assign(leaf, { mover: game.mover(state), truth: game.truth(state) });
    note(VALUE, n, leaf.worth, leaf.width < 0);
    for (const up of path.reverse()) { // back up
      const row = rows[up];
      const [before, share] = [row.worth, enter(row)];
      if (isMean) row.worth += share * (leaf.worth - row.worth);
      else refold(row);
      note(BACK, up, row.visits, before, row.worth);
    }
  }
  if (isMean) addMessages(rows, kids);

  const me = root.mover;
  const first = kids(root);
  const messages = rule.sums ? votes(rows, kids).map((vote) => [me * vote]) : first.map((kid) => side(kid.message, me));
  const scores = messages.map((message) => rule.score(message));
  level(scores, messages.map((message) => rule.slack(message)));
  const best = Math.max(...scores);
  const column = (/** @type {keyof Row} */ name) => rows.map((row) => row[name]);
  return { parent: column("parent"), mover: column("mover"), names: column("name"), truth: column("truth"), steps, low: -1, high: 1, says: game.says,
    chosen: scores.flatMap((score, i) => (score === best ? [1 + i] : [])), right: game.right.map((move) => 1 + move) };
}

/** The messages of the mean: value, visits, and how far rounding may have moved the value. @param {Row[]} rows @param {(row: Row) => Row[]} kids */
function addMessages(rows, kids) {
  /** @type {Map<Row, number>} */
  const magnitudes = new Map();
  for (const row of [...rows].reverse()) {
    let [total, many] = [Math.abs(row.own), 1];
    for (const kid of kids(row)) {
      total += kid.visits * (magnitudes.get(kid) ?? 0);
      many += kid.visits;
    }
    magnitudes.set(row, total / many);
    row.message = [row.worth, row.visits, Math.min(ROUNDING, STEPS_A_VISIT * UNIT * row.visits) * (total / many)];
  }
}

/** The mean of the first moves' minimax values in the tree cut off at each depth, to Max. @param {Row[]} rows @param {(row: Row) => Row[]} kids */
function votes(rows, kids) {
  /** @type {Map<Row, number>} */
  const depths = new Map([[rows[0], 0]]);
  let deepest = 0;
  for (const row of rows) {
    for (const kid of kids(row)) {
      const depth = (depths.get(row) ?? 0) + 1;
      depths.set(kid, depth);
      if (kid.visits) deepest = Math.max(deepest, depth);
    }
  }
  const totals = kids(rows[0]).map(() => 0);
  for (let depth = 1; depth <= deepest; depth++) {
    /** @type {Map<Row, number>} */
    const values = new Map();
    for (const row of rows.slice(1).reverse()) {
      const below = (depths.get(row) ?? 0) < depth ? kids(row).filter((kid) => kid.visits) : [];
      const best = Math.max(...below.map((kid) => row.mover * (values.get(kid) ?? 0)));
      values.set(row, below.length ? row.mover * best : row.own);
    }
    kids(rows[0]).forEach((kid, i) => { totals[i] += values.get(kid) ?? 0; });
  }
  return totals.map((total) => total / deepest);
}
