// Charts by plotly, loaded when the first one is drawn, in the colours of the page.

import { THEME_CHANGED, colour } from "./theme.js";

/** @typedef {{ newPlot: Function, react: Function, purge: Function, Plots: { resize: Function } }} Plotly */

/** @type {Promise<Plotly> | undefined} */
let loading;

/** plotly.js, once. @returns {Promise<Plotly>} */
export function plotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "plotly.min.js";
    script.onload = () => resolve(/** @type {any} */ (window).Plotly);
    script.onerror = () => reject(new Error('charts need plotly: pip install "overthink[lab]"'));
    document.head.append(script);
  });
  return loading;
}

/** Colours that the colour-blind can tell apart; curve number i. @param {number} i */
export function curveColour(i) {
  return colour(`--c${(i % 7) + 1}`);
}

/** A layout in the colours of the page. @param {any} layout */
function themed(layout) {
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--ink-2"), automargin: true };
  const whole = { ...layout };
  for (const name of Object.keys(layout)) {
    if (/^[xy]axis/.test(name)) whole[name] = { ...axis, ...layout[name] };
  }
  return {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: colour("--ink"), family: getComputedStyle(document.body).fontFamily, size: 14 },
    hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--line"), font: { color: colour("--ink") } },
    margin: { l: 56, r: 16, t: 16, b: 48 },
    autosize: true,
    ...whole,
  };
}

/** A chart in an element: `draw` shows what `made` gives, and again when the theme changes; `close` ends it;
 * `drawn` is when all that was asked for is there.
 * @param {HTMLElement} root @param {() => { traces: any[], layout: any }} made traces and layout, in colours of now */
export async function chart(root, made) {
  const Plotly = await plotly();
  let closed = false;
  let first = true;
  let drawing = Promise.resolve();
  let wanted = false;
  /** One drawing at a time: what changes meanwhile is drawn when it is done. */
  const draw = () => {
    if (wanted || closed) return;
    wanted = true;
    drawing = drawing.then(() => {
      wanted = false;
      if (closed) return undefined;
      if (first) root.replaceChildren();
      first = false;
      const { traces, layout } = made();
      return Plotly.react(root, traces, themed(layout), { displaylogo: false, responsive: true, displayModeBar: false });
    });
  };
  addEventListener(THEME_CHANGED, draw);
  const close = () => {
    closed = true;
    removeEventListener(THEME_CHANGED, draw);
    drawing.finally(() => Plotly.purge(root));
  };
  return { draw, close, drawn: () => drawing };
}
