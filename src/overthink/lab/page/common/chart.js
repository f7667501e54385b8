// Charts by plotly, in the colours of the page. Plotly is loaded for the first chart.

import { notice } from "./api.js";
import { PAPER, THEME_CHANGED, colour, isPrinting, typeSize } from "./theme.js";

/** @typedef {{ newPlot: Function, react: Function, purge: Function, downloadImage: Function, Plots: { resize: Function } }} Plotly */

/** @type {Promise<Plotly> | undefined} */
let loading;

/** plotly.js, once. @returns {Promise<Plotly>} */
function plotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "plotly.min.js";
    script.onload = () => resolve(/** @type {any} */ (window).Plotly);
    script.onerror = () => reject(new Error('Charts need plotly: pip install "overthink[lab]"'));
    document.head.append(script);
  });
  return loading;
}

/** A layout in the colours of the page. @param {any} layout */
function addTheme(layout) {
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--ink-2"), automargin: true };
  const whole = { ...layout };
  for (const name of Object.keys(layout)) {
    if (/^[xy]axis/.test(name)) whole[name] = { ...axis, ...layout[name] };
  }
  return {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: colour("--ink"), family: getComputedStyle(document.body).fontFamily, size: Math.round(Math.min(28, Math.max(13, typeSize() - 2))) },
    hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--line"), font: { color: colour("--ink") } },
    margin: { l: 56, r: 16, t: 16, b: 48 },
    autosize: !isPrinting(),
    ...(isPrinting() ? { width: PAPER.width, height: PAPER.height } : {}),
    ...whole,
  };
}

/** Wait until the last drawing is visible. */
async function waitForPaint() {
  await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
}

/** A chart in an element: `draw` shows what `plot` returns, now and when the theme changes; `close` ends it.
 * The first drawing is a sketch, because plotly loads slowly and blocks the page while it loads. So it loads only after
 * the sketch is visible.
 * @param {HTMLElement} root
 * @param {{ plot: () => { traces: any[], layout: any }, sketch: () => void, click?: (event: any) => void }} how
 *   traces and layout, in the current colours; a simple drawing; and what a click on a point does */
export function chart(root, { plot, sketch, click = () => {} }) {
  /** @type {Plotly | undefined} */
  let Plotly;
  let closed = false;
  let wanted = false;
  let drawing = Promise.resolve();

  /** @param {Plotly} library @returns {Promise<void>} */
  function show(library) {
    const { traces, layout } = plot();
    return library.react(root, traces, addTheme(layout), { displaylogo: false, responsive: true, displayModeBar: false });
  }

  async function react() {
    const first = !Plotly;
    if (first) await waitForPaint();
    Plotly ??= await plotly();
    wanted = false;
    if (closed) return;
    if (first) root.replaceChildren();
    const plotted = show(Plotly);
    if (first) /** @type {any} */ (root).on("plotly_click", click);
    await plotted;
  }

  /** One drawing at a time: a change in the meantime is drawn afterwards. A printer does not wait, so for print the chart
   * is drawn at once. It takes the place of a drawing in progress, which plotly then never ends. */
  function draw() {
    if (closed) return;
    if (!Plotly) sketch();
    const now = Plotly && isPrinting();
    if (wanted && !now) return;
    wanted = !now;
    drawing = (Plotly && now ? show(Plotly) : drawing.then(react)).catch((error) => notice(error.message));
  }

  addEventListener(THEME_CHANGED, draw);
  const close = () => {
    closed = true;
    removeEventListener(THEME_CHANGED, draw);
    drawing.then(() => Plotly?.purge(root));
  };
  /** Save the chart as it is. @param {"png" | "svg"} format @param {string} filename */
  const save = async (format, filename) => {
    await drawing;
    const { clientWidth: width, clientHeight: height } = root;
    await Plotly?.downloadImage(root, { format, filename, width, height, scale: format === "png" ? 2 : 1 });
  };
  return { draw, close, save };
}
