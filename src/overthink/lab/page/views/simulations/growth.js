// Best-first: a tree that grows by influence, beside what alpha-beta sees with the same number of evaluations.

import { HALVES, plyOf } from "../../common/boards.js";
import { exportButtons } from "../../common/chart.js";
import { SEED, element, fitAll, intro, number, parameterControl, shape, stays } from "../../common/controls.js";
import { linkTo, tellLink, writeState } from "../../common/state.js";
import { Recording, StepsView } from "../../common/trees.js";

/** @import { Offer } from "../../common/controls.js" */
/** The nodes in the order in which they are evaluated, and the moves that are chosen after 1, 2, … of them.
 * @typedef {{ name: string, order: number[], chosen: number[][], stopped: string }} Search */
/** @typedef {Record<string, string>} Setting */

export const BEST_FIRST = "best-first";
const TITLES = /** @type {Record<string, string>} */ ({ "best-first": "Best-first, by influence", "alpha-beta": "Alpha-beta, one depth after the other" });
const SHOWS = "Best-first spends each evaluation where it can change the decision most; alpha-beta searches one move ahead, then two, and so on. "
  + "Both have made the same number of evaluations: each dot is one, and the ring is the last.";
const [WIDE, HIGH, TOP] = [560, 330, 26];

/** The tree that a search has seen. @param {Search} search @param {number} count of evaluations @param {number} height @param {number[]} right */
function picture({ name, order, chosen }, count, height, right) {
  const seen = order.slice(0, count);
  const moves = chosen[Math.min(count, chosen.length) - 1] ?? [];
  const x = (/** @type {number} */ node) => (WIDE * (node + 1.5 - 2 ** plyOf(node))) / 2 ** plyOf(node);
  const y = (/** @type {number} */ node) => TOP + ((HIGH - TOP - 12) * plyOf(node)) / height;
  const words = `${TITLES[name]}: ${seen.length} evaluations. Chosen: ${moves.map((move) => HALVES[move]).join(" or ") || "nothing yet"}.`;
  const whole = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "growth", role: "img", "aria-label": words });
  const drawn = new Set(seen);
  for (const node of seen) for (let up = node; up > 0; up = (up - 1) >> 1) drawn.add(up);
  for (const node of [...drawn].filter(Boolean)) {
    const up = (node - 1) >> 1;
    const kind = node < 3 && moves.includes(node - 1) ? "growth-edge chosen" : "growth-edge";
    whole.append(shape("line", { x1: x(up), y1: y(up), x2: x(node), y2: y(node), class: kind }));
  }
  for (const node of seen) whole.append(shape("circle", { cx: x(node), cy: y(node), r: 3.5, class: "growth-dot" }));
  const last = seen[seen.length - 1];
  if (count <= order.length && last !== undefined) whole.append(shape("circle", { cx: x(last), cy: y(last), r: 8, class: "growth-last" }));
  HALVES.forEach((half, move) => whole.append(shape("text", { x: x(move + 1) + (move ? 14 : -14), y: 18, "text-anchor": move ? "start" : "end", class: "growth-name" }, `${half}${right.includes(move) ? " ★" : ""}`)));
  return whole;
}

/** @extends {StepsView<Recording>} */
export class GrowthView extends StepsView {
  /** @param {HTMLElement} root @param {Offer & { evaluations: number }} offer @param {Setting} given @param {AbortSignal} leaving */
  constructor(root, offer, given, leaving) {
    const fitted = { search: BEST_FIRST, ...fitAll([...offer.parameters, SEED], given) };
    super("api/simulations/growth", "Evaluation", fitted, given.step, leaving);
    this.pair = element("div", { class: "growths" });
    /** @type {{ searches: Search[], right: number[], says: string } | undefined} */
    this.grown = undefined;
    const saving = exportButtons({ name: BEST_FIRST, answer: this.answer, svg: () => this.pair.querySelector("svg"), rows: () => this.rows() });
    const change = (/** @type {Setting} */ next) => {
      this.setting = { ...this.setting, ...next };
      this.ask({});
    };
    this.answer.element.append(this.says, this.pair, element("div", { class: "bar" }, this.steps, saving));
    root.append(intro(SHOWS, "docs/best-first.md"), element("div", { class: "split" }, element("div", { class: "controls" },
      element("a", { href: linkTo("simulations", {}) }, "Simulations of UCT"),
      ...offer.parameters.map((each) => stays(parameterControl(each, this.setting[each.name], (value) => change({ [each.name]: value })))),
      stays(number("Draw number", { min: 0, max: 2 ** 31, value: Number(this.setting.seed) }, (seed) => change({ seed: String(seed) })).element)), this.answer.element));
    tellLink(given, { step: given.step, ...this.setting });
  }

  /** @param {{ searches: Search[], right: number[], says: string }} found */
  show(found) {
    this.grown = found;
    const last = Math.max(...found.searches.map(({ order }) => order.length));
    this.replays = [new Recording(Array.from({ length: last }, () => []))];
    this.says.textContent = found.says;
    this.wind(this.wanted);
  }

  /** @param {number} step */
  wind(step) {
    if (!this.grown) return;
    this.replays[0].to(step);
    this.wanted = this.at === this.last ? Infinity : this.at;
    const { searches, right } = this.grown;
    this.pair.replaceChildren(...searches.map((search) => {
      const moves = search.chosen[Math.min(this.at, search.chosen.length) - 1] ?? [];
      const good = moves.length === 1 && right.includes(moves[0]) ? "✓" : moves.some((move) => right.includes(move)) ? "~" : "✗";
      const ended = this.at >= search.order.length && search.stopped ? ` It stopped after ${search.order.length}: ${search.stopped}.` : "";
      const said = moves.length ? `${good} Chosen: ${moves.map((move) => HALVES[move]).join(" or ")}.${ended}` : "Nothing is chosen yet.";
      return element("figure", {}, element("h2", { class: "run-title" }, TITLES[search.name]), picture(search, this.at, Number(this.setting.height), right), element("figcaption", {}, said));
    }));
    this.mark();
    writeState("simulations", { ...this.setting, ...(Number.isFinite(this.wanted) ? { step: this.wanted } : {}) });
  }

  rows() {
    const name = (/** @type {number[]} */ moves) => moves.map((move) => HALVES[move]).join(" or ");
    return [["search", "evaluation", "node", "chosen"], ...(this.grown?.searches ?? []).flatMap(({ name: search, order, chosen }) => order.map((node, i) => [search, i + 1, node, name(chosen[i])]))];
  }
}
