// Play: against a rule and a search, or two machines against each other.

import { get, isAbort } from "../../common/api.js";
import { button, element, intro } from "../../common/controls.js";
import { notice } from "../../common/notice.js";
import { writeState } from "../../common/state.js";
import { kalah, moveName, splitting } from "./boards.js";
import { completed, form, machine } from "./form.js";
import { chess, cops } from "./grids.js";
import { report } from "./report.js";

/** @typedef {Record<string, string>} Setting */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Thought} Thought */

const SHOWS = "Play against any rule and search, or watch two of them play. After each move you see the values behind it. "
  + "The link contains the game so far.";
/** @type {Record<string, string>} */
const SLOW = { "chess-endgame": "Solving this endgame. The first time, this can take up to a minute …" };
const PACE = 500; // milliseconds between the moves of two machines
/** @type {Record<string, import("./types.js").Drawn>} */
const BOARDS = { kalah, "board-splitting": splitting, "cops-and-robbers": cops, "chess-endgame": chess };

class PlayView {
  /** @param {HTMLElement} root @param {import("../../common/parameters.js").Offer[]} games @param {Setting} given */
  constructor(root, games, given) {
    this.games = games;
    this.setting = completed(given, games);
    this.asking = new AbortController();
    this.paused = this.watched && this.setting.moves !== "";
    this.timer = 0;
    this.dirty = true;
    this.held = false; // whether the board had the focus, and should get it back
    /** @type {Position | undefined} */
    this.position = undefined;
    /** The report on each machine move, by its ply. @type {Map<number, HTMLElement>} */
    this.thoughts = new Map();
    this.controls = element("div", { class: "controls" });
    this.status = element("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.board = element("div", { class: "board" });
    this.seen = element("div", { class: "seen" });
    this.list = element("ol", { class: "played-moves", "aria-label": "Moves so far" });
    this.undoing = button("Undo", () => this.undo(), "Take back a move (u)");
    this.pausing = button("Pause", () => this.pause());
    const bar = element("div", { class: "bar" }, button("New game", () => this.change({ ...this.setting, moves: "", seed: String(Number(this.setting.seed) + 1) }, true), "Play the next start position"),
      button("From the beginning", () => this.change({ ...this.setting, moves: "" }, true)), this.undoing, this.pausing);
    const middle = element("div", { class: "play-main" }, this.status, this.board, bar, this.list);
    root.append(intro(SHOWS, "docs/lab.md, Play"), element("div", { class: "split" }, this.controls, element("div", { class: "playing" }, middle, this.seen)));
    this.key = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key === "u" && !typing && !event.altKey && !event.ctrlKey && !event.metaKey) this.undo();
    };
    addEventListener("keydown", this.key);
  }

  get moves() {
    return this.setting.moves ? this.setting.moves.split(",") : [];
  }

  get watched() {
    return this.setting.max !== "you" && this.setting.min !== "you";
  }

  /** @param {Setting} next @param {boolean} anew whether another game begins */
  change(next, anew) {
    const before = { ...this.setting };
    for (const name of Object.keys(before)) delete this.setting[name];
    Object.assign(this.setting, completed(next, this.games)); // the same object, because the form keeps it
    if (anew) {
      this.thoughts.clear();
      this.paused = false;
    }
    this.dirty ||= ["game", "max", "min", "men", "seed"].some((name) => before[name] !== this.setting[name]);
    this.refresh();
  }

  /** Get and show the position, and let the machine move if it is its turn. */
  async refresh() {
    this.asking.abort();
    this.asking = new AbortController();
    clearTimeout(this.timer);
    const { signal } = this.asking;
    const slow = setTimeout(() => (this.status.textContent = SLOW[this.setting.game] ?? "Setting up …"), 400);
    try {
      const position = /** @type {Position} */ (await get("api/play/position", this.setting, signal));
      clearTimeout(slow);
      notice("");
      this.show({ ...position, last: this.moves[this.moves.length - 1] });
      const side = position.mover > 0 ? "max" : "min";
      if (!position.over && this.setting[side] !== "you" && !this.paused) await this.machineMoves(position, side, signal);
    } catch (error) {
      clearTimeout(slow);
      if (isAbort(error)) return;
      this.status.textContent = "This cannot be played. See the line above, and start again.";
      if (this.dirty) form(this.controls, this.setting, this.games, this.position, (next, anew) => this.change(next, anew));
    }
  }

  /** @param {Position} position @param {"max" | "min"} side @param {AbortSignal} signal */
  async machineMoves(position, side, signal) {
    const who = position.players[side === "max" ? 0 : 1];
    const how = machine(this.setting, this.games, side, position);
    this.status.textContent = `${who} is thinking …`;
    const begun = performance.now();
    const thought = /** @type {Thought} */ (await get("api/play/think", { ...this.setting, ...how }, signal));
    const ply = this.moves.length;
    const words = `${how.rule}, ${how.search}, ${how.depth} ${how.depth === 1 ? "ply" : "plies"} ahead`;
    this.thoughts.set(ply, report(thought, { game: this.setting.game, who, how: words, mover: position.mover, ply }));
    const wait = this.watched ? PACE - (performance.now() - begun) : 0;
    this.timer = window.setTimeout(() => this.play(thought.move), Math.max(0, wait));
  }

  /** @param {string} move */
  play(move) {
    for (const ply of [...this.thoughts.keys()]) if (ply > this.moves.length) this.thoughts.delete(ply);
    this.setting.moves = [...this.moves, move].join(",");
    this.refresh();
  }

  undo() {
    const back = this.lastOwn();
    if (back < 0) return;
    this.paused = this.watched;
    this.setting.moves = this.moves.slice(0, back).join(",");
    this.refresh();
  }

  /** The number of moves that remain after an undo: before the reader's last move, or before the last machine move. */
  lastOwn() {
    const movers = this.position?.movers ?? [];
    let ply = movers.length - 1;
    while (ply >= 0 && !this.watched && this.setting[movers[ply] > 0 ? "max" : "min"] !== "you") ply--;
    return ply;
  }

  pause() {
    this.paused = !this.paused;
    this.refresh();
  }

  /** @param {Position} position */
  show(position) {
    if (this.dirty) form(this.controls, this.setting, this.games, position, (next, anew) => this.change(next, anew));
    this.position = position;
    this.dirty = false;
    const yours = this.setting[position.mover > 0 ? "max" : "min"] === "you";
    const who = position.players[position.mover > 0 ? 0 : 1];
    this.status.textContent = position.over ? position.result : yours ? `${who} to move: you.` : `${who} to move${this.paused ? "; paused" : ""}.`;
    this.status.classList.toggle("over", position.over);
    this.held ||= this.board.contains(document.activeElement);
    this.board.replaceChildren(BOARDS[this.setting.game](position.board, position, !position.over && yours ? (move) => this.play(move) : undefined));
    if (this.held && yours) {
      /** @type {HTMLElement | null} */ (this.board.querySelector("button:not(:disabled)"))?.focus();
      this.held = false;
    }
    this.undoing.disabled = this.lastOwn() < 0;
    this.pausing.hidden = !this.watched || position.over;
    this.pausing.textContent = this.paused ? "Resume" : "Pause";
    this.listMoves(position);
    writeState("play", this.setting);
  }

  /** @param {Position} position */
  listMoves(position) {
    const last = Math.max(-1, ...[...this.thoughts.keys()].filter((ply) => ply < this.moves.length));
    this.seen.replaceChildren(this.thoughts.get(last) ?? element("p", { class: "muted" }, "The machine's values appear here after its move."));
    this.list.replaceChildren(...this.moves.map((move, ply) => {
      const name = moveName(this.setting.game, move, 1, ply);
      const thought = this.thoughts.get(ply);
      return element("li", {}, thought ? button(name, () => this.seen.replaceChildren(thought), "The values behind this move") : name);
    }));
    this.list.scrollTop = this.list.scrollHeight;
  }

  close() {
    this.asking.abort();
    clearTimeout(this.timer);
    removeEventListener("keydown", this.key);
  }
}

/** @param {HTMLElement} root @param {Setting} state @returns {Promise<() => void>} */
export async function show(root, state) {
  const { games } = await get("api/play/games");
  const view = new PlayView(root, games, state);
  view.refresh();
  return () => view.close();
}
