// Questions to the server. What goes wrong is thrown as an Error with a text for people.

import { state } from "./state.js";

// base is the address of the service, or of one of its graphs.
export function base() {
  const root = new URL(".", location.href).href;
  return state.graph ? `${root}graphs/${encodeURIComponent(state.graph)}/` : root;
}

const words = {
  NoRoute: "There is no way between these two places for this mode.",
  NoSegment: "No street for this mode is near one of the places.",
  NotFound: "The server does not know this address.",
  Timeout: "The server took too long for this answer.",
  TooBusy: "The server is busy; try again in a moment.",
};

// ask returns the JSON of an address below the base. signal ends it.
export async function ask(path, { signal, ...options } = {}) {
  let response, body;
  try {
    response = await fetch(base() + path, { signal, ...options });
    body = await response.json();
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error(response ? `The server answered ${response.status} without saying why.` : "The server cannot be reached.");
  }
  if (!response.ok || (body.code && body.code !== "Ok")) {
    const e = new Error(words[body.code] ?? body.message ?? `The server answered ${response.status}.`);
    e.code = body.code;
    if (words[body.code]) e.reason = body.message;
    throw e;
  }
  return body;
}

// graphs lists the names of all graphs, the first being the one at the root.
export async function graphs() {
  const root = new URL(".", location.href).href;
  try {
    return (await (await fetch(root + "graphs")).json()).graphs.map(g => g.name);
  } catch {
    return [];
  }
}

// latest returns a function that runs one question at a time: a new one ends the one before.
export function latest() {
  let running = null;
  return async f => {
    running?.abort();
    const mine = running = new AbortController();
    try {
      return await f(mine.signal);
    } catch (e) {
      if (mine.signal.aborted) return undefined;
      throw e;
    }
  };
}
