// What a depth curve says, in words: whether deeper is worse, by how much, and at which setting that was first seen.

/** @typedef {{ mean: number, low: number, high: number, n: number }} Estimate */
/** @typedef {{ accuracy: (Estimate & { depth: number })[], kind: string, sentence: string,
 *   worst: { shallow: number, deep: number, gain: Estimate } | null }} Judged */
/** @typedef {{ n: number, seconds: number, rules: Record<string, Judged> }} Found */
/** @typedef {{ name: string, text: string, min: number, max: number, step: number, value: number }} Slider */

const SURE = 128; // games before anything is noted for good

/** @param {number} share */
const points = (share) => (100 * share).toFixed(1);

/** One line for a rule. @param {string} rule @param {Judged} judged @param {number} n */
export function sentence(rule, judged, n) {
  const { worst } = judged;
  if (!worst) return `${rule}: ${judged.sentence}`;
  const { gain } = worst;
  return `${rule}: pathology. Depth ${worst.deep} decides ${points(-gain.mean)} points worse than depth ` +
    `${worst.shallow} [${points(-gain.high)} to ${points(-gain.low)}], on the same ${n.toLocaleString("en")} games.`;
}

/** Remembers what was seen while sliding. */
export class Memory {
  /** @type {Map<string, { first: string, last: Record<string, number> | null }>} */
  #first = new Map();
  /** @type {Map<string, Record<string, number>>} */
  #clean = new Map();

  forget() {
    this.#first.clear();
    this.#clean.clear();
  }

  /** Notes what one setting showed. @param {Found} found @param {Record<string, number>} setting @param {Slider[]} sliders */
  note(found, setting, sliders) {
    if (found.n < SURE) return;
    for (const [rule, judged] of Object.entries(found.rules)) {
      if (judged.kind !== "worse") {
        if (!this.#first.has(rule)) this.#clean.set(rule, { ...setting });
      } else if (!this.#first.has(rule)) {
        const text = `${rule}: pathology was first seen at ${words(setting, sliders)}${this.#before(rule, setting, sliders)}.`;
        this.#first.set(rule, { first: text, last: null });
      }
    }
  }

  /** The last setting without pathology, if it differs. @param {string} rule @param {Record<string, number>} setting
   * @param {Slider[]} sliders */
  #before(rule, setting, sliders) {
    const clean = this.#clean.get(rule);
    const changed = clean ? sliders.filter((slider) => clean[slider.name] !== setting[slider.name]) : [];
    if (!clean || !changed.length) return "";
    return `; not at ${words(clean, changed)}`;
  }

  /** All that was first seen. @returns {string[]} */
  lines() {
    return [...this.#first.values()].map((each) => each.first);
  }
}

/** A setting in words: the symbol at the end of a slider's label, or the label. @param {Record<string, number>} setting
 * @param {Slider[]} sliders */
export function words(setting, sliders) {
  return sliders.map((slider) => `${symbol(slider)} = ${setting[slider.name]}`).join(", ");
}

/** @param {Slider} slider */
function symbol(slider) {
  const short = slider.text.match(/(?:^| )(e|b|s|g|σ|m)(?=[ ,:]|$)/);
  return short ? short[1] : slider.text;
}
