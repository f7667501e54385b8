// One study: its figure, its claims as printed and as measured, and the command that runs it.

import { get, getPicture, isAbort } from "../../common/api.js";
import { button, element } from "../../common/controls.js";
import { copy } from "../../common/state.js";

const MARKS = /** @type {Record<string, string>} */ ({ holds: "✓ holds", fails: "✗ fails", inconclusive: "? inconclusive" });
const ROW = 500; // pixels: a figure that is higher has several rows of panels

/** @typedef {{ claim: string, source: string, printed: string, reading: { kind: string, words: string }, measured?: string, verdict?: string,
 *   estimate?: { mean: number, low: number, high: number, n: number } }} Claim */

/** A number as in print. @param {number | null} value */
function short(value) {
  return value === null ? "unbounded" : Number(value.toPrecision(4)).toString();
}

/** @param {Claim} claim @param {boolean} judging */
function row(claim, judging) {
  const measured = element("td", {});
  if (claim.estimate) {
    const { low, high, n } = claim.estimate;
    measured.append(claim.measured ?? "", element("br"),
      element("span", { class: "muted" }, `95% interval ${short(low)} to ${short(high)}, n = ${n.toLocaleString("en")}`));
  } else {
    measured.append(judging ? "judging …" : "not run yet");
  }
  return element("tr", {},
    element("td", { class: `verdict ${claim.verdict ?? ""}` }, MARKS[claim.verdict ?? ""] ?? "–"),
    element("td", {}, claim.claim, element("br"), element("span", { class: "muted" }, `${claim.source}: “${claim.printed}”`),
      element("br"), element("span", { class: "muted" }, `read ${claim.reading.kind}${claim.reading.words && `: ${claim.reading.words}`}`)),
    measured);
}

/** @param {Claim[]} claims @param {boolean} judging */
function table(claims, judging) {
  if (!claims.length) return element("p", { class: "muted" }, "This study has no claims.");
  const head = element("tr", {}, ...["Verdict", "Claim, and as printed", "Measured here"].map((text) =>
    element("th", { scope: "col" }, text)));
  return element("div", { class: "wide" },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...claims.map((claim) => row(claim, judging)))));
}

/** Get the picture of the run whose numbers are shown. @param {HTMLElement} figure
 * @param {{ name: string, title: string, caption: string, observations: number }} study @param {AbortSignal} signal */
async function showPicture(figure, study, signal) {
  const { name, title, caption, observations } = study;
  try {
    const src = await getPicture("api/papers/figure", { name, n: observations }, signal);
    signal.addEventListener("abort", () => URL.revokeObjectURL(src));
    const image = /** @type {HTMLImageElement} */ (element("img", { src, alt: `${title}. ${caption}`, "data-n": String(observations) }));
    image.addEventListener("load", () => image.classList.toggle("rows", image.naturalHeight > ROW));
    figure.replaceChildren(image);
  } catch (error) {
    if (!isAbort(error)) figure.replaceChildren(element("p", { class: "muted" }, "The figure could not be drawn."));
  }
}

/** Where the numbers come from. @param {{ observations: number, shipped: { observations: number, date: string, version: string } | null }} study */
function origin({ observations, shipped }) {
  if (!shipped) return element("p", { class: "muted" }, observations ? `From your own run: n = ${observations.toLocaleString("en")}.` : "");
  return element("p", { class: "shipped" }, `These numbers come with Overthink: a run at the paper's scale, n = ${shipped.observations.toLocaleString("en")}, ` +
    `version ${shipped.version}, ${shipped.date}. The command below makes your own.`);
}

/** Shows a study in an element. @param {HTMLElement} root @param {string} name @param {AbortSignal} signal */
export async function showStudy(root, name, signal) {
  const study = await get("api/papers/study", { name }, signal);
  const observations = study.observations || study.shipped?.observations || 0;
  const claims = element("div", {}, table(study.claims, observations > 0));
  const command = element("p", { class: "command" }, element("code", {}, study.command), " ",
    button("Copy", () => copy(study.command, "The command is")));
  const figure = element("figure", {});
  if (observations) {
    figure.className = "paper";
    figure.append(element("p", { class: "muted" }, "Drawing the figure …"));
    showPicture(figure, { ...study, observations }, signal);
  } else {
    figure.append(element("p", { class: "muted" }, "There is no finished run of this study in the store. The command below makes one."));
  }
  root.replaceChildren(element("h2", {}, `${study.name}: ${study.title}`),
    element("p", { class: "muted" }, `${study.source} · ${study.paper}`), figure,
    element("p", { class: "muted" }, study.caption), origin(study), command, claims);
  if (!observations) return;
  try {
    const judged = await get("api/papers/verdicts", { name }, signal);
    const known = new Map(judged.claims.map((/** @type {Claim} */ claim) => [claim.claim, claim]));
    claims.replaceChildren(table(study.claims.map((/** @type {Claim} */ claim) => known.get(claim.claim) ?? claim), false));
  } catch (error) {
    if (!isAbort(error)) claims.replaceChildren(table(study.claims, false));
  }
}
