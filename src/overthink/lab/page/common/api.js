// Questions to the server. Errors are one sentence, shown in the notice line and thrown.

import { notice } from "./notice.js";

/** @typedef {Record<string, string | number | boolean>} Params */

const BUSY = 503; // the status of an answer that says: come again
const AGAIN = 500; // milliseconds until then

/** @param {string} path @param {Params} params */
function address(path, params) {
  const text = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** Whether a request was given up by ourselves. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {string} sentence @param {boolean} [quiet] @returns {never} */
function fail(sentence, quiet = false) {
  if (!quiet) notice(sentence);
  throw new Error(sentence);
}

/** The response; a lab that is busy is asked again until it is not, or until the signal says that nobody waits.
 * @param {string} url @param {RequestInit} options @param {boolean} [quiet] */
async function answered(url, options, quiet = false) {
  let response;
  try {
    response = await fetch(url, options);
    while (response.status === BUSY) {
      if (!quiet) notice("The lab is busy with other computations; this one comes next.");
      await new Promise((done) => setTimeout(done, AGAIN));
      response = await fetch(url, options);
      if (!quiet && response.status !== BUSY) notice("");
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    return fail("The lab does not answer; is 'overthink lab' still running?", quiet);
  }
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    fail(said.error ?? `The lab answered ${response.status}.`, quiet);
  }
  return response;
}

/** What the server answers to a question. @param {string} path @param {Params} [params] @param {AbortSignal} [signal]
 * @param {boolean} [quiet] errors are thrown, and not shown @returns {Promise<any>} */
export async function get(path, params = {}, signal, quiet = false) {
  return (await answered(address(path, params), { signal }, quiet)).json();
}

/** What the server answers to an object that is sent. @param {string} path @param {unknown} body
 * @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(path, body, signal) {
  return (await answered(path, sent(body, signal))).json();
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
function sent(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
}

/** Objects as the server finds them, line by line. @param {string} path @param {Params} [params]
 * @param {AbortSignal} [signal] @param {unknown} [body] sent by POST, if there is one
 * @returns {AsyncGenerator<any>} */
export async function* lines(path, params = {}, signal, body) {
  const options = body === undefined ? { signal } : sent(body, signal);
  const response = await answered(address(path, params), options);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const found = JSON.parse(part);
      if (found.error) fail(found.error);
      yield found;
    }
  }
}
