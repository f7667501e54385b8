// Play: against a rule and a search, or two machines against each other.

import { Answer } from "../../common/answer.js";
import { Refusal, get, remember, stored } from "../../common/api.js";
import { SEED, element, fitAll, intro, labels, number, oneOf, parameterControl, range, select, slider, stays } from "../../common/controls.js";
import { tellLink, writeState } from "../../common/state.js";
import { labelOf, loadLooks, looks, swatch } from "../../common/theme.js";
import { Bar, accuracyGraph, moveItems, noReport, report, statusOf } from "./panel.js";
import { boardOf } from "./boards.js";

/** @import { Offer } from "../../common/controls.js" */
/** @import { Position, Thought } from "./boards.js" */
/** @import { About } from "./panel.js" */
/** @typedef {Record<string, string>} Setting */

const SHOWS = "Play against any rule and search, or watch two of them play. After each move you see the values behind it. "
  + "The link contains the game so far.";
const THOUGHTS = "api/play/thoughts"; // of a saved page
/** @type {Record<string, string>} */
const SLOW = { "chess-endgame": "Solving this endgame. The first time, this can take up to a minute …" };
const COMPILING = "What moves for the first time on this machine is compiled first; a net takes longest.";
const COMPILING_SECONDS = 2; // of thinking, after which this is said

/** The whole setting: the given values, and defaults for the others. @param {Setting} given @param {Offer[]} games
 * @returns {Setting} */
function complete(given, games) {
  const offer = games.find((offer) => offer.name === given.game) ?? games[0];
  const sides = sidesOf(offer);
  const who = sides.flatMap((side) => [oneOf(side, side === "min" ? "minimax" : "you", ["you", ...Object.keys(looks)]), range(`depth${side}`, 3, 1, offer.deepest)]);
  /** @type {Setting} */
  const whole = { game: offer.name, moves: given.moves ?? "", ...fitAll([...offer.parameters, ...who, SEED], given) };
  for (const side of sides) if (Object.hasOwn(given, `search${side}`)) whole[`search${side}`] = given[`search${side}`];
  return whole;
}

/** The sides, as links name them: Max and Min, or the one player. @param {Offer} offer */
const sidesOf = (offer) => offer.players === 1 ? ["player"] : ["max", "min"];

class PlayView {
  /** @param {HTMLElement} root @param {Offer[]} games @param {Setting} given @param {AbortSignal} leaving @param {[number, [Thought, About]][]} thoughts in a saved page */
  constructor(root, games, given, leaving, thoughts) {
    this.games = games;
    this.setting = complete(given, games);
    this.paused = Boolean(stored) || (this.watched && this.setting.moves !== ""); // a saved page has no machine
    this.timer = 0;
    this.dirty = true;
    this.held = false; // whether the board had the focus, and should get it back
    /** @type {Position | undefined} */
    this.position = undefined;
    /** What a machine saw before each of its moves, by ply. @type {Map<number, [Thought, About]>} */
    this.thoughts = new Map(thoughts);
    this.controls = element("div", { class: "controls" });
    this.status = element("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.board = element("div", { class: "board" });
    this.seen = element("div", { class: "seen" });
    this.list = element("ol", { class: "played-moves", "aria-label": "Moves so far" });
    this.graph = element("div");
    /** Moves that were taken back, the next one last. @type {string[][]} */
    this.later = [];
    this.bar = new Bar(this, leaving);
    const middle = element("div", { class: "play-main" }, this.status, this.board, this.bar.element, this.list);
    this.answer = new Answer(leaving, element("div", { class: "playing" }, middle, element("div", {}, this.seen, this.graph)));
    root.append(intro(SHOWS, "docs/lab.md, Play"), element("div", { class: "split" }, this.controls, this.answer.element));
    tellLink(given, this.setting);
  }

  get moves() {
    return this.setting.moves ? this.setting.moves.split(",") : [];
  }

  /** The offer of the game. */
  get offer() {
    return /** @type {Offer} */ (this.games.find((offer) => offer.name === this.setting.game));
  }

  get watched() {
    return sidesOf(this.offer).every((side) => this.setting[side] !== "you");
  }

  /** The side that moves, as the link names it. @param {number} mover */
  side(mover) {
    const [first, second = first] = sidesOf(this.offer);
    return mover > 0 ? first : second;
  }

  /** Show the controls of the setting. */
  form() {
    const { setting, offer } = this;
    const again = (/** @type {Setting} */ next) => this.change({ ...this.setting, moves: "", ...next }, true);
    this.controls.replaceChildren(
      select("Game", labels(this.games), setting.game, (game) => this.change({ game, max: setting.max ?? "you" }, true)).element,
      ...offer.parameters.map((each) => parameterControl(each, setting[each.name], (value) => again({ [each.name]: value }))),
      number("Start number", { min: 0, max: 2 ** 31, value: Number(setting.seed) }, (seed) => again({ seed: String(seed) })).element,
      ...sidesOf(offer).map((side, i) => this.player(side, this.position?.players[i] ?? ["Max", "Min"][i])));
  }

  /** The controls of a player. @param {string} side @param {string} name */
  player(side, name) {
    const rules = this.position?.rules ?? { minimax: ["full-width"] };
    const change = (/** @type {Setting} */ next) => this.change({ ...this.setting, ...next }, false);
    const { rule, search, depth } = this.machine(side, rules);
    const who = this.setting[side] === "you" ? "you" : rule;
    const choices = Object.keys(rules).map((each) => /** @type {[string, string]} */ ([each, labelOf(each)]));
    const box = element("fieldset", {}, element("legend", {}, swatch(who), name),
      stays(select("Played by", [["you", "you"], ...choices], who, (next) => change({ [side]: next, [`search${side}`]: "" })).element));
    if (who === "you") return box;
    const options = { min: 1, max: this.offer.deepest, step: 1, value: depth };
    box.append(select("Search", rules[rule], search, (next) => change({ [`search${side}`]: next })).element,
      stays(slider("Moves looked ahead", options, (value) => change({ [`depth${side}`]: String(value) })).element));
    return box;
  }

  /** The rule, search and depth of a machine. @param {string} side @param {Record<string, string[]>} rules with their searches */
  machine(side, rules) {
    const rule = Object.hasOwn(rules, this.setting[side]) ? this.setting[side] : Object.keys(rules)[0];
    const wanted = this.setting[`search${side}`];
    const search = rules[rule].includes(wanted) ? wanted : rules[rule][rules[rule].length - 1];
    return { rule, search, depth: Math.min(Number(this.setting[`depth${side}`]) || 3, this.offer.deepest) };
  }

  /** Another game, or the same one from its start. @param {number} further from this start */
  restart(further) {
    this.change({ ...this.setting, moves: "", seed: String(Number(this.setting.seed) + further) }, true);
  }

  /** @param {Setting} next @param {boolean} anew whether another game begins */
  change(next, anew) {
    const before = this.setting;
    this.setting = complete(next, this.games);
    if (anew) {
      this.thoughts.clear();
      this.later = [];
      this.paused = false;
    }
    this.dirty ||= ["game", "max", "min", "player", "pieces", "seed"].some((name) => before[name] !== this.setting[name]);
    this.refresh(before.game !== this.setting.game);
  }

  /** What the position depends on: not who plays. */
  get placed() {
    return Object.fromEntries(["game", "moves", "seed", ...this.offer.parameters.map((each) => each.name)].map((name) => [name, this.setting[name]]));
  }

  /** Get and show the position, and let the machine move if it is its turn. @param {boolean} [other] whether another game begins */
  refresh(other = false) {
    clearTimeout(this.timer);
    this.answer.ask(this.placed, async (signal) => {
      const asked = this.placed;
      const slow = setTimeout(() => this.answer.say(SLOW[this.setting.game] ?? "setting up …"), 400);
      /** @type {Position} */
      const position = await get("api/play/position", this.setting, signal).finally(() => clearTimeout(slow));
      if (signal.aborted) return;
      this.answer.have(asked);
      this.show({ ...position, last: this.moves[this.moves.length - 1] });
      const side = this.side(position.mover);
      if (!position.over && this.setting[side] !== "you" && !this.paused) await this.machineMoves(position, side, signal);
    }, { other, pause: 0 });
  }

  /** @param {Position} position @param {string} side @param {AbortSignal} signal */
  async machineMoves(position, side, signal) {
    const who = position.players[position.mover > 0 ? 0 : 1];
    const how = this.machine(side, position.rules);
    this.status.textContent = `${who} is thinking …`;
    const begun = performance.now();
    const slow = setTimeout(() => (this.status.textContent = `${who} is thinking … ${COMPILING}`), 1000 * COMPILING_SECONDS);
    const thought = /** @type {Thought | Refusal} */ (await get("api/play/think", { ...this.setting, ...how }, signal).catch((error) => {
      if (error instanceof Refusal) return error;
      throw error;
    }).finally(() => clearTimeout(slow)));
    if (signal.aborted) return;
    if (thought instanceof Refusal) return void (this.status.textContent = `${who} cannot move: ${thought.message}`);
    const ply = this.moves.length;
    const less = thought.depth < how.depth ? ` (${how.depth} would be too many positions)` : "";
    const words = `${labelOf(how.rule)}, ${how.search}, ${thought.depth} ${thought.depth === 1 ? "move" : "moves"} ahead${less}`;
    this.thoughts.set(ply, [thought, { game: this.setting.game, who, how: words, ply }]);
    const wait = this.watched ? this.bar.pace - (performance.now() - begun) : 0;
    this.timer = window.setTimeout(() => this.play(thought.move), Math.max(0, wait));
  }

  /** @param {string} move */
  play(move) {
    this.later = [];
    for (const ply of [...this.thoughts.keys()]) if (ply > this.moves.length) this.thoughts.delete(ply);
    this.setting.moves = [...this.moves, move].join(",");
    this.refresh();
  }

  undo() {
    const back = this.lastOwn();
    if (back < 0) return;
    this.paused = this.watched;
    this.later.push(this.moves.slice(back));
    this.setting.moves = this.moves.slice(0, back).join(",");
    this.refresh();
  }

  redo() {
    const again = this.later.pop();
    if (!again) return;
    this.setting.moves = [...this.moves, ...again].join(",");
    this.refresh();
  }

  /** The number of moves that remain after an undo: before the reader's last move, or before the last machine move. */
  lastOwn() {
    const movers = (this.position?.movers ?? []).slice(0, this.moves.length); // it may be older than the moves
    let ply = movers.length - 1;
    while (ply >= 0 && !this.watched && this.setting[this.side(movers[ply])] !== "you") ply--;
    return ply;
  }

  pause() {
    this.paused = !this.paused;
    this.refresh();
  }

  /** @param {Position} position */
  show(position) {
    this.position = position;
    if (this.dirty) this.form();
    this.dirty = false;
    const yours = this.setting[this.side(position.mover)] === "you";
    this.status.textContent = statusOf(position, yours, this.paused);
    this.status.classList.toggle("over", position.over);
    this.held ||= this.board.contains(document.activeElement);
    const choose = (/** @type {string} */ move) => { if (position.plies === this.moves.length) this.play(move); }; // a second click is no second move
    const [draw, aim] = boardOf(this.setting.game);
    this.board.replaceChildren(draw(position.board, position, !position.over && yours ? choose : undefined), element("p", { class: "muted small" }, aim));
    if (this.held && yours) /** @type {HTMLElement | null} */ (this.board.querySelector("button:not(:disabled)"))?.focus();
    this.held &&= !yours;
    this.bar.show(this.lastOwn() >= 0, this.later.length > 0, this.watched && !position.over, this.paused);
    this.listMoves(position);
    writeState("play", this.setting);
  }

  /** @param {Position} position */
  listMoves(position) {
    const last = Math.max(-1, ...[...this.thoughts.keys()].filter((ply) => ply < this.moves.length));
    remember(THOUGHTS, JSON.stringify([...this.thoughts]));
    const seen = this.thoughts.get(last);
    this.seen.replaceChildren(seen ? report(...seen) : noReport(sidesOf(this.offer).some((side) => this.setting[side] !== "you")));
    this.list.replaceChildren(...moveItems(this.setting.game, this.moves, position, (ply) => {
      const thought = this.thoughts.get(ply);
      return thought && (() => this.seen.replaceChildren(report(...thought)));
    }));
    this.graph.replaceChildren(accuracyGraph(position));
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {HTMLElement} root @param {Setting} state @param {AbortSignal} leaving */
export async function show(root, state, leaving) {
  const [{ games }, thoughts] = await Promise.all([get("api/play/games"), stored ? get(THOUGHTS) : [], loadLooks()]);
  new PlayView(root, games, state, leaving, thoughts).refresh();
}
