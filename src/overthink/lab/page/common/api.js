// Requests to the server, with the lab's token. If the lab is busy or lost, a request waits and is sent again. A refusal is one
// sentence; it is thrown, and whoever asked shows it where the answer would be.

/** @param {string} text empty text hides the line */
export function notice(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("notice"));
  line.textContent = text;
  line.hidden = !text;
}

/** In a saved page: its view (a folder without a server has all), its link, and the answers by their addresses, each with its type. @typedef {{ view?: string, link: string, answers: Record<string, [string, string]> }} Stored */
/** @type {Stored | undefined} */
export const stored = JSON.parse(document.getElementById("stored")?.textContent ?? "null") ?? undefined;

/** The last answers, to be saved with a page. @type {Map<string, [string, string]>} */
const kept = new Map();
const MOST_KEPT = 5; // answers of one kind

/** Save this with the page, as the answer at an address. @param {string} url @param {string} text @param {Response} [response] */
export function remember(url, text, response) {
  kept.delete(url);
  kept.set(url, [response?.headers.get("content-type") ?? "", text]);
  const same = [...kept.keys()].filter((each) => each.split("?")[0] === url.split("?")[0]);
  if (same.length > MOST_KEPT) kept.delete(same[0]);
}

/** An answer as it is saved: what it has under the name `local`, such as a folder, is about this machine. @param {[string, string]} answer */
const ofNobody = ([kind, text]) => [kind, kind.startsWith("application/json") ? JSON.stringify(JSON.parse(text, (name, value) => (name === "local" ? undefined : value))) : text];

/** A view as one file: the page, and what it was told. If the view says itself what it shows, at `api/<view>/shown`, only that.
 * @param {string} view @param {string} link @param {string[]} others other views, whose answers are left out */
export async function wholePage(view, link, others) {
  const page = await getText("api/page", { view });
  const shown = `api/${view}/shown`;
  const saved = [...kept].filter(([url]) => (kept.has(shown) ? url === shown : !others.includes(url.split("/")[1]) && !url.startsWith("api/page")));
  const answers = Object.fromEntries(saved.map(([url, answer]) => [url, ofNobody(answer)]));
  const text = JSON.stringify({ view, link, answers }).replaceAll("</", "<\\/");
  return new Blob([page.replace("<!-- stored -->", () => `<script type="application/json" id="stored">${text}</script>`)], { type: "text/html" });
}

/** What this browser keeps under a name, after it has kept a new text; a browser may keep nothing, as in a frame of another site.
 * @param {string} name @param {string} [text] */
export function retain(name, text) {
  try {
    if (text !== undefined) localStorage.setItem(name, text);
    return localStorage.getItem(name) ?? "";
  } catch {
    return text ?? "";
  }
}

const KEY = "overthink-token";
const HEADER = "x-overthink-token";
let token = "";

/** Take the token out of the address, where others could see it, and keep it for this page and its next visit. */
export function takeToken() {
  const given = new URLSearchParams(location.search).get("token");
  token = retain(KEY, given ?? undefined);
  if (given) history.replaceState(null, "", location.pathname + location.hash);
}

/** Options of a request, with the token. @param {RequestInit} options @returns {RequestInit} */
const withToken = (options) => token ? { ...options, headers: { ...options.headers, [HEADER]: token } } : options;

const RETRY = 1000; // milliseconds between two tries while the lab is lost
const BEAT = 5000; // milliseconds between two looks while it is there
let lost = false;

/** Whether the lab answers now; if this changes, the page says so. A saved page needs no lab. */
export async function answers() {
  if (stored) return true;
  lost = await fetch("api/alive", withToken({})).then(() => false, () => true);
  const line = /** @type {HTMLElement} */ (document.getElementById("connection"));
  if (line.hidden !== lost) return !lost;
  line.hidden = !lost;
  line.textContent = lost ? "The lab does not answer. Is 'overthink lab' still running? This page continues when it is back at the same address." : "";
  return !lost;
}

/** Wait until the lab answers; an aborted signal ends the wait. @param {AbortSignal | null} [signal] */
export async function answering(signal) {
  while (!(await answers())) {
    await new Promise((done) => setTimeout(done, RETRY));
    signal?.throwIfAborted();
  }
}

/** Look from time to time, so that a lost lab is noticed before the next request. */
export async function watchConnection() {
  while (!stored) {
    await new Promise((done) => setTimeout(done, lost ? RETRY : BEAT));
    if (document.visibilityState === "visible") await answers();
  }
}

/** @typedef {Record<string, string | number | boolean>} Params */

const BUSY = 503; // the status of a busy server
const AGAIN = 500; // milliseconds until the next try

/** What the lab does not do, and why. */
export class Refusal extends Error {}

/** @param {string} path @param {Params} params */
function address(path, params) {
  const text = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]).sort()).toString();
  return text ? `${path}?${text}` : path;
}

/** Whether the page itself cancelled a request. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/** The answer to a request, or to the same with fewer parameters: a map is one answer for all its slices.
 * @param {Record<string, [string, string]>} answers @param {string} url */
function held(answers, url) {
  const [path, query = ""] = url.split("?");
  const address = [url, ...query.split("&").map((each) => `${path}?${each}`), path].find((each) => Object.hasOwn(answers, each));
  return address === undefined ? undefined : answers[address];
}

/** Send a request until the lab answers it or the signal aborts.
 * @param {string} url @param {RequestInit} options @param {boolean} [quiet] */
async function request(url, options, quiet = false) {
  if (stored) {
    const found = held(stored.answers, url);
    if (!found) throw new Refusal(stored.view ? "This page was saved with another setting. For more, start 'overthink lab'." : `Only the lab computes this. Start 'overthink lab', and put ${location.hash} behind its address.`);
    return new Response(found[1], { headers: { "content-type": found[0] } });
  }
  let busy = false;
  for (;;) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(url, withToken(options));
    } catch (error) {
      if (isAbort(error)) throw error;
      await answering(options.signal);
      continue;
    }
    if (response.status === BUSY) {
      busy = true;
      if (!quiet) notice("The lab is busy with other computations. This one is next.");
      await new Promise((done) => setTimeout(done, AGAIN));
      continue;
    }
    if (busy && !quiet) notice("");
    if (response.ok) {
      if (!/ndjson|image/.test(response.headers.get("content-type") ?? "")) response.clone().text().then((text) => remember(url, text, response)).catch(() => {});
      return response;
    }
    const body = await response.json().catch(() => ({}));
    throw new Refusal(body.error ?? `The lab answered with status ${response.status}.`);
  }
}

/** Get an object from the server. @param {string} path @param {Params} [params] @param {AbortSignal} [signal]
 * @param {boolean} [quiet] without a word if the lab is busy @returns {Promise<any>} */
export async function get(path, params = {}, signal, quiet = false) {
  return (await request(address(path, params), { signal }, quiet)).json();
}

/** Get text from the server. @param {string} path @param {Params} [params] @param {AbortSignal} [signal] */
export async function getText(path, params = {}, signal) {
  return (await request(address(path, params), { signal })).text();
}

/** A file as an address with all its bytes in base64. @param {Blob} blob @returns {Promise<string>} */
export function dataUrl(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    [reader.onload, reader.onerror] = [() => done(String(reader.result)), () => failed(reader.error)];
    reader.readAsDataURL(blob);
  });
}

/** Get a picture from the server, as an address for an image. @param {string} path @param {Params} params @param {AbortSignal} signal */
export async function getPicture(path, params, signal) {
  const response = await request(address(path, params), { signal });
  const src = stored ? await response.text() : await dataUrl(await response.blob());
  remember(address(path, params), src, response);
  return src;
}

/** Get a stream of objects from the server. If the lab is lost on the way, the stream starts again when it is back.
 * @param {string} path @param {Params} [params] @param {AbortSignal} [signal]
 * @param {unknown} [body] sent by POST, if there is one @returns {AsyncGenerator<any>} */
export async function* lines(path, params = {}, signal, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const options = body === undefined ? { signal } : { ...post, signal };
  for (;;) {
    const response = await request(address(path, params), options);
    try {
      yield* results(response, body === undefined ? address(path, params) : "");
      return;
    } catch (error) {
      if (isAbort(error) || !(error instanceof TypeError)) throw error; // a broken connection is a TypeError
      await answering(signal);
    }
  }
}

/** The objects of one response, a line each. @param {Response} response @param {string} url empty: it is not saved with the page */
async function* results(response, url) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let [rest, seen] = ["", ""];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const result = JSON.parse(part);
      if (result.error) throw new Refusal(result.error);
      seen += `${part}\n`;
      if (url) remember(url, seen, response);
      yield result;
    }
  }
}
