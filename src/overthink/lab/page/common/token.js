// The token of the lab: it comes with the address, and goes with every request.

const KEY = "overthink-token";
const HEADER = "x-overthink-token";
let token = "";

/** Take the token out of the address, where others could see it, and keep it for this page and its next visit. */
export function takeToken() {
  const given = new URLSearchParams(location.search).get("token");
  try {
    if (given) localStorage.setItem(KEY, given);
    token = given ?? localStorage.getItem(KEY) ?? "";
  } catch {
    token = given ?? ""; // a browser that keeps nothing
  }
  if (given) history.replaceState(null, "", location.pathname + location.hash);
}

/** Options of a request, with the token. @param {RequestInit} options @returns {RequestInit} */
export function withToken(options) {
  return token ? { ...options, headers: { ...options.headers, [HEADER]: token } } : options;
}
