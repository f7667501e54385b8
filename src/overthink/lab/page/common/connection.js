// Whether the lab answers. A line says so while it does not; requests wait until it does.

import { withToken } from "./token.js";

const AGAIN = 1000; // milliseconds between two tries while the lab is lost
const BEAT = 5000; // milliseconds between two looks while it is there
let lost = false;

/** @param {boolean} now */
function set(now) {
  if (lost === now) return;
  lost = now;
  const line = /** @type {HTMLElement} */ (document.getElementById("connection"));
  line.hidden = !lost;
  line.textContent = lost ? "The lab does not answer. Is 'overthink lab' still running? This page continues when it is back at the same address." : "";
}

/** Whether the lab answers now. */
export async function answers() {
  try {
    await fetch("api/alive", withToken({}));
    set(false);
    return true;
  } catch {
    set(true);
    return false;
  }
}

/** Wait until the lab answers; an aborted signal ends the wait. @param {AbortSignal | null} [signal] */
export async function answering(signal) {
  while (!(await answers())) {
    await new Promise((done) => setTimeout(done, AGAIN));
    signal?.throwIfAborted();
  }
}

/** Look from time to time, so that a lost lab is noticed before the next request. */
export async function watchConnection() {
  for (;;) {
    await new Promise((done) => setTimeout(done, lost ? AGAIN : BEAT));
    if (document.visibilityState === "visible") await answers();
  }
}
