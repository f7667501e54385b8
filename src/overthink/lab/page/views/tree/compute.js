// Drawn boards and searches of them, computed in the page where there is no lab: the same numbers to the last bit. Random numbers are
// hashes (SplitMix64), so that a draw has the same boards and errors everywhere.

import { HALVES, corner } from "../../common/boards.js";

/** What comes with the page: keys of random numbers, the pseudo-code and the names of each rule, and trees of the papers.
 * @typedef {{ games: string, errors: string[], fair: Record<string, number>, code: Record<string, { code: [string, string][], names: string[], settles: boolean, binary: boolean, inside: boolean }>, trees: Record<string, Tree> }} Local */
/** @typedef {{ first: number[], mover: number[], levels: number[], utility: (number | null)[], static: (number | null)[], error: number[], truth: (number | null)[],
 *   names: string[], moves: string[], boards: string[], says: string, low: number, high: number, edge: number[], right: number[] }} Tree */
/** @typedef {number[]} Message a value and, for rules on wins and losses, the probability that it is wrong */
/** How a rule folds the messages of children; all numbers are to the player to move.
 * @typedef {{ start: (own: number) => number[], add: (node: number[], message: Message, truth: number) => number[], aggregate: (node: number[]) => Message,
 *   settle?: (message: Message, own: number, error: number) => Message, frontier: (own: number, error: number) => Message, terminal: (worth: number, left: number) => Message,
 *   score: (message: Message) => number, slack: (message: Message) => number, error: boolean, replaces?: boolean, sums?: boolean }} Rule */

const MASK = (1n << 64n) - 1n;
const [GOLDEN, FIRST, SECOND] = [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn];
const [SQUARE, PERTURB, EDGE, NODE] = [1n, 2n, 3n, 4n];
const [FRESH, COPY] = [0n, 1n];
export const UNIT = 2 ** -53;
export const ROUNDING = 2 ** -40;
const MOST = 4095; // nodes of a tree that is shown

/** The hash of a key and one more word. @param {bigint} key @param {bigint} word */
export function mix(key, word) {
  let z = (key + (word + 1n) * GOLDEN) & MASK;
  z = ((z ^ (z >> 30n)) * FIRST) & MASK;
  z = ((z ^ (z >> 27n)) * SECOND) & MASK;
  return z ^ (z >> 31n);
}

/** A number from 0 to 1. @param {bigint} key */
export const uniform = (key) => Number(key >> 11n) * UNIT;

/** The squares of the first attempt at a game that has right and wrong first moves, ply by ply who wins, and its key.
 * @param {bigint} seed @param {number} b @param {number} height @param {number} p @param {number} mixing @returns {[number[][], bigint]} */
export function drawGame(seed, b, height, p, mixing) {
  for (let attempt = 0n; ; attempt++) {
    const key = mix(seed, attempt);
    const [fresh, perturb] = [mix(key, SQUARE), mix(key, PERTURB)];
    const sums = mixing < 1 ? drawSums(mix(key, EDGE), b, height) : [];
    const isWin = (/** @type {number} */ i) => {
      const at = BigInt(i);
      return mixing >= 1 || (mixing > 0 && uniform(mix(perturb, at)) < mixing) ? uniform(mix(fresh, at)) < p : sums[i] > 0;
    };
    const last = height % 2 ? 1 : -1;
    /** Who wins below a node, with as few squares as that needs. @param {number} ply @param {number} i @returns {number} */
    const worth = (ply, i) => {
      if (ply === height) return isWin(i) ? last : -last;
      const wanted = ply % 2 ? -1 : 1;
      for (let c = 0; c < b; c++) if (worth(ply + 1, i * b + c) === wanted) return wanted;
      return -wanted;
    };
    const first = worth(1, 0);
    if (Array.from({ length: b }, (_, i) => worth(1, i)).every((each) => each === first)) continue;
    const plies = [Array.from({ length: b ** height }, (_, i) => (isWin(i) ? last : -last))];
    for (let ply = height - 1; ply >= 0; ply--) {
      const best = ply % 2 ? Math.min : Math.max;
      plies.unshift(Array.from({ length: b ** ply }, (_, i) => best(...plies[0].slice(i * b, i * b + b))));
    }
    return [plies, key];
  }
}

/** The sums of the edges above each square of an N-game. @param {bigint} edges @param {number} b @param {number} height */
function drawSums(edges, b, height) {
  let [sums, before] = [[0], 0];
  for (let ply = 0; ply < height; ply++) {
    const from = before;
    sums = Array.from({ length: sums.length * b }, (_, c) => sums[Math.floor(c / b)] + (uniform(mix(edges, BigInt(from + c))) < 0.5 ? 1 : -1));
    before += sums.length;
  }
  return sums;
}

/** The board at each node down to a depth, ply by ply, with letters: ● are Max's pieces, ○ Min's. Max cuts columns, Min rows.
 * @param {number[]} pieces in the order of the leaves @param {number} depth */
function boardsOf(pieces, depth) {
  const height = Math.log2(pieces.length);
  return Array.from({ length: depth + 1 }, (_, ply) => ply).flatMap((ply) => Array.from({ length: 2 ** ply }, (_, node) => {
    const count = 2 ** (height - ply);
    /** @type {string[][]} */
    const rows = [];
    for (let i = 0; i < count; i++) {
      const [x, y] = corner(i, height, ply);
      (rows[y] ??= [])[x] = pieces[node * count + i] > 0 ? "●" : "○";
    }
    return rows.map((row) => row.join(" ")).join("\n");
  }));
}

/** The most plies of a tree with this many nodes. @param {number} b @param {number} most */
function pliesOf(b, most) {
  let plies = 1;
  while ((b ** (plies + 2) - 1) / (b - 1) <= most) plies++;
  return plies;
}

/** A drawn tree, cut at a depth. @param {Record<string, string>} given @param {Local} local */
function drawTree(given, local) {
  const [b, mixing, error, copied, seed] = ["b", "mixing", "error", "copied", "seed"].map((name) => Number(given[name]));
  const height = Number(given.height);
  const depth = Math.min(Number(given.depth), height, pliesOf(b, MOST));
  if (!local.errors[seed]) throw new Error(`Without the lab there are draws 0 to ${local.errors.length - 1}. For others, start 'overthink lab'.`);
  const p = b === 2 && height < 12 ? 0.5 : local.fair[b];
  const [plies, key] = drawGame(mix(BigInt(local.games), BigInt(seed)), b, height, p, mixing);
  const nodes = mix(key, NODE);
  const noise = BigInt(local.errors[seed]);
  const truth = plies.slice(0, depth + 1).flat();
  const inner = truth.length - b ** depth;
  /** @type {boolean[]} */
  const wrong = [];
  truth.forEach((_, n) => {
    const own = mix(nodes, BigInt(n)) ^ noise;
    wrong.push(n && copied > 0 && uniform(mix(own, COPY)) < copied ? wrong[Math.floor((n - 1) / b)] : uniform(mix(own, FRESH)) < error);
  });
  const levels = [0, ...Array.from({ length: depth + 1 }, (_, ply) => (b ** (ply + 1) - 1) / (b - 1))];
  const kind = mixing === 1 ? "P-game" : mixing === 0 ? "N-game" : "mixed game";
  const ends = depth === height;
  /** @type {Tree} */
  const tree = {
    first: Array.from({ length: truth.length + 1 }, (_, n) => Math.min(n, inner) * b),
    mover: levels.slice(0, -1).flatMap((from, ply) => Array(levels[ply + 1] - from).fill(ply % 2 ? -1 : 1)),
    levels, truth, utility: truth.map((worth, n) => (ends && n >= inner ? worth : null)),
    static: truth.map((worth, n) => (wrong[n] ? -worth : worth)), error: truth.map(() => error),
    names: [], moves: b === 2 ? HALVES : [], boards: b === 2 ? boardsOf(plies[height], depth) : [],
    says: `${kind} number ${seed}: ${b} moves, ${height} turns; every guess is wrong with probability ${error}.`, low: -1, high: 1, edge: [], right: [],
  };
  return { tree, used: { depth, height } };
}

/** Set other values at some nodes; if every line ends with the game, the truth follows. @param {Tree} tree @param {string} edits */
function edit(tree, edits) {
  for (const part of edits ? edits.split(",") : []) {
    const [n, value] = part.split(":").map(Number);
    (tree.utility[n] === null ? tree.static : tree.utility)[n] = value;
    [tree.low, tree.high] = [Math.min(tree.low, value), Math.max(tree.high, value)];
  }
  const count = tree.mover.length;
  if (edits && tree.utility.every((worth, n) => worth !== null || tree.first[n + 1] > tree.first[n])) {
    for (let n = count - 1; n >= 0; n--) {
      const below = tree.truth.slice(tree.first[n] + 1, tree.first[n + 1] + 1).map(Number);
      tree.truth[n] = below.length ? (tree.mover[n] > 0 ? Math.max : Math.min)(...below) : tree.utility[n];
    }
  }
  const worths = tree.truth.slice(1, tree.first[1] + 1);
  const best = worths.some((worth) => worth === null) ? NaN : (tree.mover[0] > 0 ? Math.max : Math.min)(...worths.map(Number));
  tree.right = worths.flatMap((worth, move) => (worth === best ? [move] : []));
}

// --- the rules -------------------------------------------------------------------------------------------------------

/** a ≤ b, with room for rounding. @param {number} a @param {number} b */
const atMost = (a, b) => a <= b + slackOf(b);
/** @param {number} magnitude */
const slackOf = (magnitude) => (magnitude < Infinity ? magnitude * ROUNDING : 0);
/** @param {number} magnitude @param {number} steps */
const slackOfSum = (magnitude, steps) => (magnitude < Infinity ? Math.min(ROUNDING, steps * UNIT) * magnitude : 0);
const SUM_STEPS = 256;
const ROUNDS = 1.001 * UNIT;

/** @param {Message} message */
const won = ([value, error]) => (value > 0 ? 1 - error : error);
/** @param {Message} message */
const lost = ([value, error]) => (value > 0 ? error : 1 - error);
/** An evaluation read as a win or a loss. @param {number} own @param {number} error @returns {Message} */
const opinion = (own, error) => (own > 0 ? [1, error] : own < 0 ? [-1, error] : [-1, 0.5]);
/** @param {number} wins @param {number} loses @returns {Message} */
const likelier = (wins, loses) => (atMost(loses, wins) ? [1, Math.min(loses, wins)] : [-1, wins]);
/** @param {Message} message */
const odds = (message) => (lost(message) > 0 ? won(message) / lost(message) : Infinity);
/** @param {number} value @param {number} error @param {number} rest @returns {Message} */
const flip = (value, error, rest) => (atMost(error, rest) ? [value, Math.min(error, rest)] : [-value, rest]);

/** @type {Rule} */
const MINIMAX = { start: () => [-Infinity], add: (best, value) => (value[0] > best[0] ? value : best), aggregate: (best) => best, frontier: (own) => [own], terminal: (worth) => [worth],
  score: ([value]) => value, slack: () => 0, error: false };
/** @type {Rule} */
const PRODUCT = { start: () => [0, 1], add: ([wins, loses], message) => [wins + loses * won(message), loses * lost(message)], aggregate: ([wins, loses]) => likelier(wins, loses),
  frontier: opinion, terminal: (worth) => opinion(worth, 0), score: odds, slack: (message) => slackOf(Math.abs(odds(message))), error: true };

/** The odds of the search times a power of the own odds. @param {(x: number) => number} power @returns {Rule["settle"]} */
const weigh = (power) => (message, own, error) => {
  const said = opinion(own, error);
  const [wins, loses] = [won(message) * power(won(said)), lost(message) * power(lost(said))];
  return wins + loses === 0 ? message : likelier(wins / (wins + loses), loses / (wins + loses));
};

/** @type {Rule} */
const EMM = { ...PRODUCT, replaces: true, start: () => [-1, 0, 1],
  add: ([value, wins, loses], message) => [Math.max(value, message[0]), wins + loses * won(message), loses * lost(message)],
  aggregate: ([value, wins, loses]) => (value < 0 ? flip(value, wins, loses) : flip(value, loses, wins)),
  settle: ([value, error], own, doubt) => {
    const said = opinion(own, doubt);
    return atMost(error, said[1]) ? [value, error] : said;
  } };
/** @type {Rule} */
const NO_FLIP = { ...EMM, aggregate: ([value, wins, loses]) => [value, value < 0 ? wins : loses] };

/** @type {Record<string, Rule>} */
export const RULES = {
  minimax: MINIMAX,
  vote: { ...MINIMAX, sums: true, slack: ([value]) => slackOfSum(Math.abs(value), SUM_STEPS) },
  emm: EMM,
  "emm-value": { ...EMM, score: ([value]) => value, slack: ([value]) => slackOf(Math.abs(value)) },
  "emm-no-flip": NO_FLIP,
  "emm-slides": NO_FLIP,
  "emm-true-types": { ...EMM, start: () => [-1, 0, 1, -1],
    add: ([value, wins, loses, truly], message, truth) => [Math.max(value, message[0]), wins + loses * won([truth, message[1]]), loses * lost([truth, message[1]]), Math.max(truly, truth)],
    aggregate: ([value, wins, loses, truly]) => (truly > 0 ? flip(value, loses, wins) : flip(value, wins, loses)) },
  product: PRODUCT,
  bayes: { ...PRODUCT, settle: weigh((x) => x) },
  tempered: { ...PRODUCT, settle: weigh((x) => Math.sqrt(Math.sqrt(x))) },
  althofer: { start: () => [-Infinity, 0], add: MINIMAX.add, aggregate: (node) => node, settle: ([value, magnitude], own) => [value + own, magnitude + Math.abs(own)],
    frontier: (own) => [own, Math.abs(own)], terminal: (worth, left) => [(left + 1) * worth, Math.abs((left + 1) * worth)], score: ([value]) => value,
    slack: ([, magnitude]) => slackOfSum(magnitude, SUM_STEPS), error: false },
  mean: { start: (own) => [own, 1, ROUNDS * Math.abs(own)],
    add: ([total, visits, moved], [mean, more, rounding]) => {
      const sum = total + more * mean;
      return [sum, visits + more, moved + more * (rounding + ROUNDS * Math.abs(mean)) + ROUNDS * Math.abs(sum)];
    },
    aggregate: ([total, visits, moved]) => [total / visits, visits, moved / visits + ROUNDS * Math.abs(total / visits)],
    frontier: (own) => [own, 1, ROUNDS * Math.abs(own)], terminal: (worth) => [worth, 1, ROUNDS * Math.abs(worth)], score: ([value]) => value, slack: ([, , moved]) => moved, error: false },
};

const [ENTER, LEAF, BACK, AGGREGATE, DONE] = [0, 1, 2, 3, 4];

/** Search a tree at full width, and write down each step. @param {Tree} tree @param {string} name @param {number} depth @param {Local} local */
export function search(tree, name, depth, local) {
  const rule = RULES[name];
  const { code, names, settles, binary, inside } = local.code[name];
  if (inside && tree.static.some((own, n) => own === null && tree.first[n + 1] > tree.first[n])) {
    throw new Error(`The rule '${name}' needs an evaluation at every node, but this tree has them only at its leaves. Choose minimax, or another tree.`);
  }
  const read = tree.static.filter((own, n) => own !== null && tree.utility[n] === null);
  if (rule.error && !tree.error.some(Boolean) && !read.every((own) => [-1, 0, 1].includes(Number(own)))) {
    throw new Error(`The rule '${name}' needs to know how likely an evaluation is wrong, and these do not say.`);
  }
  /** @type {(number | null)[][]} */
  const events = [];
  let [internal, leaves] = [0, 0];
  const mine = (/** @type {Message} */ message, /** @type {boolean} */ same) => (same ? message : [-message[0], ...message.slice(1)]);
  const toMax = (/** @type {number} */ me, /** @type {Message} */ message) => [me * message[0] + 0, rule.error ? message[1] : 0];

  /** @param {number} n @param {number} left @returns {[Message, Message[]]} what it is worth, and what its moves are */
  function look(n, left) {
    const me = tree.mover[n];
    const [own, doubt] = [me * (tree.static[n] ?? 0), tree.error[n]];
    internal++;
    events.push([ENTER, n, null, null, left]);
    let [node, wins] = [rule.start(own), 0];
    const messages = [];
    for (let child = tree.first[n] + 1; child <= tree.first[n + 1]; child++) {
      const [other, ends] = [tree.mover[child], tree.first[child + 1] === tree.first[child] && tree.utility[child] !== null];
      /** @type {Message} */
      let message;
      if (ends || left === 1) {
        leaves++;
        message = ends ? rule.terminal(other * Number(tree.utility[child]), left - 1) : rule.frontier(other * Number(tree.static[child]), tree.error[child]);
        events.push([LEAF, child, ...toMax(other, message)]);
      } else [message] = look(child, left - 1);
      const said = mine(message, me === other);
      messages.push(said);
      wins += Number(said[0] > 0);
      node = rule.add(node, said, me * Number(tree.truth[child]));
      events.push([BACK, n, child, ...node.slice(0, names.length)]);
    }
    const searched = rule.aggregate(node);
    if (rule.settle) events.push([AGGREGATE, n, ...toMax(me, searched), Number(Boolean(rule.replaces) && searched[0] !== node[0])]);
    const settled = rule.settle ? rule.settle(searched, own, doubt) : searched;
    const same = (/** @type {Message} */ one, /** @type {Message} */ other) => one.every((each, i) => each === other[i]);
    const replaced = Boolean(rule.replaces) && same(settled, opinion(own, doubt)) && !same(settled, searched);
    events.push([DONE, n, ...toMax(me, settled), 0, Number(replaced), -1, wins === messages.length ? 1 : wins ? 2 : 3]);
    return [settled, messages];
  }

  /** @type {number[]} */
  let scores = [];
  /** @type {number[]} */
  let slacks = [];
  /** @type {Message} */
  let worth = [];
  for (let at = rule.sums ? 1 : depth; at <= depth; at++) {
    const [root, messages] = look(0, at);
    worth = root;
    const found = messages.map(rule.score);
    level(found, messages.map(rule.slack));
    slacks = found.map((score, i) => (slacks[i] ?? 0) + slackOfSum(Math.abs(score), SUM_STEPS));
    scores = found.map((score, i) => (scores[i] ?? 0) + score);
  }
  if (rule.sums) level(scores, slacks);
  const best = Math.max(...scores);
  const [value, error] = toMax(tree.mover[0], worth);
  return { events, names, reasons: [], moves: scores.flatMap((score, i) => (score === best ? [i] : [])), value, error, internal, leaves, interval: false, rule: name, search: "full-width", code, settles, binary };
}

/** Moves that tie with the best get its score. @param {number[]} scores @param {number[]} slacks */
export function level(scores, slacks) {
  const best = Math.max(...scores);
  const sure = Math.max(...scores.map((score, i) => score - slacks[i]));
  scores.forEach((score, i) => { if (score + slacks[i] >= sure) scores[i] = best; });
}

/** The answer to a request for a tree and its searches. @param {Record<string, string>} given @param {Local} local */
export function trace(given, local) {
  const example = given.source === "example" || !given.source;
  const { tree, used } = example ? { tree: structuredClone(local.trees[given.example]), used: {} } : drawTree(given, local);
  edit(tree, given.edits ?? "");
  const depth = example ? tree.levels.length - 2 : Number(/** @type {{ depth: number }} */ (used).depth);
  const runs = [search(tree, given.rule, depth, local)];
  if (given.two === "1") runs.push(search(tree, given.rule2, depth, local));
  return { tree, runs, used };
}
