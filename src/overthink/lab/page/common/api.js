// Requests to the server. An error is one sentence; it is shown in the notice line and thrown.

import { notice } from "./notice.js";

/** @typedef {Record<string, string | number | boolean>} Params */

const BUSY = 503; // the status of a busy server
const AGAIN = 500; // milliseconds until the next try

/** @param {string} path @param {Params} params */
function address(path, params) {
  const text = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** Whether the page itself cancelled a request. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {string} sentence @param {boolean} [quiet] @returns {never} */
function fail(sentence, quiet = false) {
  if (!quiet) notice(sentence);
  throw new Error(sentence);
}

/** Send a request. If the lab is busy, try again until it answers or the signal aborts.
 * @param {string} url @param {RequestInit} options @param {boolean} [quiet] */
async function request(url, options, quiet = false) {
  let response;
  try {
    response = await fetch(url, options);
    while (response.status === BUSY) {
      if (!quiet) notice("The lab is busy with other computations. This one is next.");
      await new Promise((done) => setTimeout(done, AGAIN));
      response = await fetch(url, options);
      if (!quiet && response.status !== BUSY) notice("");
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    return fail("The lab does not answer. Is 'overthink lab' still running?", quiet);
  }
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    fail(body.error ?? `The lab answered with status ${response.status}.`, quiet);
  }
  return response;
}

/** Get an object from the server. @param {string} path @param {Params} [params] @param {AbortSignal} [signal]
 * @param {boolean} [quiet] errors are thrown but not shown @returns {Promise<any>} */
export async function get(path, params = {}, signal, quiet = false) {
  return (await request(address(path, params), { signal }, quiet)).json();
}

/** Send an object, and get an object back. @param {string} path @param {unknown} body
 * @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function post(path, body, signal) {
  return (await request(path, postOptions(body, signal))).json();
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
function postOptions(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
}

/** Get a stream of objects from the server. @param {string} path @param {Params} [params]
 * @param {AbortSignal} [signal] @param {unknown} [body] sent by POST, if there is one
 * @returns {AsyncGenerator<any>} */
export async function* lines(path, params = {}, signal, body) {
  const options = body === undefined ? { signal } : postOptions(body, signal);
  const response = await request(address(path, params), options);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const result = JSON.parse(part);
      if (result.error) fail(result.error);
      yield result;
    }
  }
}
