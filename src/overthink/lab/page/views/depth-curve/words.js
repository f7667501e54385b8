// A depth curve in words: whether deeper, or more simulations, is worse, by how much, and at which setting that appeared first.

/** @typedef {{ mean: number, low: number, high: number, n: number }} Estimate */
/** @typedef {{ accuracy: (Estimate & { depth: number })[], kind: string, sentence: string,
 *   worst: { shallow: number, deep: number, gain: Estimate } | null }} Judged */
/** With another knob than depth, `depth`, `shallow` and `deep` are its values. `coin` is the share of right decisions of
 * a random move; `end` is the depth that sees the end of every game; `ceiling` is the rule that none can beat.
 * @typedef {{ n: number, seconds: number, rules: Record<string, Judged>, coin?: number, end?: number | null, ceiling?: string | null }} Found */
/** @typedef {import("../../common/controls.js").Parameter} Slider */

export const DEPTH = "depth"; // the knob of most subjects
const SURE = 128; // games before the memory keeps a result

/** @param {number} share */
const points = (share) => (100 * share).toFixed(1);

/** The name of a rule's curve. @param {Record<string, { label: string }>} looks @param {Found | null} found @param {string} rule */
export function curveName(looks, found, rule) {
  return rule === found?.ceiling ? `${looks[rule].label}, the ceiling` : looks[rule].label;
}

/** A value of a knob for people: depth 3, 1,000 simulations. @param {string} knob @param {number} value */
export function setTo(knob, value) {
  return knob === DEPTH ? `depth ${value}` : `${value.toLocaleString("en")} ${knob}`;
}

/** One line for a rule. @param {string} rule @param {Judged} judged @param {string} knob */
export function sentence(rule, judged, knob) {
  const { worst } = judged;
  if (!worst) return `${rule}: ${judged.sentence}`;
  const { gain } = worst;
  const [deep, decides] = knob === DEPTH ? [`Depth ${worst.deep}`, "decides"] : [setTo(knob, worst.deep), "decide"];
  return `${rule}: pathology. ${deep} ${decides} ${points(-gain.mean)} points worse than ` +
    `${setTo(knob, worst.shallow)} [${points(-gain.high)} to ${points(-gain.low)}].`;
}

/** @typedef {{ setting: Record<string, number>, n: number }} Clean */

/** Remembers results while the reader moves the sliders. */
export class Memory {
  /** Where pathology first appeared, in words, by rule. @type {Map<string, string>} */
  #first = new Map();
  /** Settings without pathology, in order, by rule. @type {Map<string, Clean[]>} */
  #clean = new Map();

  forget() {
    this.#first.clear();
    this.#clean.clear();
  }

  /** Notes what one setting showed. @param {Found} found @param {Record<string, number>} setting @param {Slider[]} sliders
   * @param {Record<string, { label: string }>} looks */
  note(found, setting, sliders, looks) {
    if (found.n < SURE) return;
    for (const [rule, { kind }] of Object.entries(found.rules)) {
      if (this.#first.has(rule)) continue;
      const others = (this.#clean.get(rule) ?? []).filter((each) => differing(each.setting, setting, sliders).length);
      if (kind === "worse") {
        this.#first.set(rule, `${looks[rule].label}: pathology first appeared at ${words(setting, sliders)}${before(others, setting, sliders)}.`);
      } else {
        this.#clean.set(rule, [...others, { setting: { ...setting }, n: found.n }]);
      }
    }
  }

  /** One sentence for each rule with pathology. @returns {string[]} */
  lines() {
    return [...this.#first.values()];
  }
}

/** @param {Record<string, number>} one @param {Record<string, number>} other @param {Slider[]} sliders */
function differing(one, other, sliders) {
  return sliders.filter((slider) => one[slider.name] !== other[slider.name]);
}

/** The last earlier setting without pathology. @param {Clean[]} clean @param {Record<string, number>} setting
 * @param {Slider[]} sliders */
function before(clean, setting, sliders) {
  const last = clean.at(-1);
  if (!last) return "";
  return `; in ${last.n.toLocaleString("en")} games there was none at ${words(last.setting, differing(last.setting, setting, sliders))}`;
}

/** A setting in words: the symbol at the end of a slider's label, or the label. @param {Record<string, number>} setting
 * @param {Slider[]} sliders */
export function words(setting, sliders) {
  return sliders.map((slider) => `${symbol(slider)} = ${setting[slider.name]}`).join(", ");
}

/** @param {Slider} slider */
function symbol(slider) {
  const short = slider.label.match(/(?:^| )(e|b|c|s|g|γ|σ|m)(?=[ ,:]|$)/);
  return short ? short[1] : slider.label;
}
