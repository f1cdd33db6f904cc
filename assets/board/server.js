// The session, the requests to the server, and its stream of changes. All paths are relative to the page.
// Importing this module requests what the page starts with.

import { word } from "./words.js";

/** A refused or failed request, with a sentence for the user. */
export class Refused extends Error {
  /**
   * @param {string} sentence
   * @param {number} status the HTTP status; 0 if the server was not reached
   * @param {State|null} [state] the current state, if the game has gone on
   */
  constructor(sentence, status, state = null) {
    super(sentence);
    this.status = status;
    this.state = state;
  }
}

async function request(path, body) {
  let response;
  try {
    response = await fetch(path, {
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch {
    throw new Refused(word("web-lost"), 0);
  }
  const result = await response.json().catch(() => null);
  // The connection was lost in the middle of the answer.
  if (response.ok && !result) throw new Refused(word("web-lost"), 0);
  if (!response.ok) throw new Refused(result?.message ?? word("web-failed"), response.status, result?.state);
  return result;
}

/** @param {string[]} picks */
function stateQuery(picks, isAhead) {
  const query = new URLSearchParams();
  if (picks.length) query.set("picks", picks.join("."));
  if (isAhead) query.set("ahead", "1");
  return query.size ? `?${query}` : "";
}

const token = new URLSearchParams(location.hash.slice(1)).get("enter");

/** Exchanges the token of a link for a session, and removes it from the address, where it could be copied. */
async function enter() {
  const hideToken = () => history.replaceState(null, "", location.pathname + location.search);
  try {
    const start = await request("enter", { token });
    hideToken();
    return start;
  } catch (error) {
    if (error.status !== 403) throw error;
    // A used token is no obstacle if the browser has a session already, as when a link is opened again.
    hideToken();
    return request("start");
  }
}

/**
 * Loads the sentences and the state.
 * @returns {Promise<{words: Object, state: State}>}
 */
export const loadStart = () => (token ? enter() : request("start"));

/** What the page starts with. The request is under way while the other modules are loaded. */
export const firstStart = loadStart();
// main.js handles an error; without this, browsers would report it as unhandled.
firstStart.catch(() => {});

/** @returns {Promise<State>} */
export const fetchState = (picks = [], isAhead = false) => request(`state${stateQuery(picks, isAhead)}`);
export const play = (revision, picks, ahead) => request("play", { revision, picks, ahead });
/** @param {"undo"|"resign"|"forget"|"pause"|"resume"} action @returns {Promise<State>} */
export const act = (action, revision) => request(action, { revision });
/** @param {"agree"|"decline"} action @param {number} number the proposal @returns {Promise<State>} */
export const answerProposal = (action, number) => request(action, { number });
/** @returns {Promise<{suggestions: Suggestion[]}>} */
export const fetchHint = (revision) => request("hint", { revision });
/** @returns {Promise<{count: number, turns: Turn[]}>} */
export const fetchTurns = () => request("turns");
/** @returns {Promise<Review>} */
export const fetchReview = () => request("review");
/** @returns {Promise<Rules>} */
export const fetchRules = () => request("rules");
/** @returns {Promise<Position>} */
export const fetchPosition = (number) => request(`turns/${number}`);

// ——— the stream of changes: after a lost connection it reconnects and tells its listener to catch up ———

const RETRY_AFTER_MS = [500, 1000, 2000, 4000, 8000];

/**
 * @param {{change: (version: string) => void, lost: () => void, open: () => void}} handlers
 * @returns {() => void} stops listening
 */
export function listen(handlers) {
  let source = null;
  let tries = 0;
  let timer = 0;

  function connect() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource("events");
    source.onopen = () => {
      tries = 0;
      handlers.open();
    };
    source.addEventListener("change", ({ data }) => handlers.change(JSON.parse(data).version));
    // A browser gives up after an HTTP error, so reconnecting is done here in every case.
    source.onerror = () => {
      source.close();
      timer = setTimeout(connect, RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]);
      tries += 1;
      handlers.lost();
    };
  }

  const close = () => (clearTimeout(timer), source.close());
  // A phone that wakes up does not wait for the next attempt.
  const wake = () => !document.hidden && source.readyState === EventSource.CLOSED && connect();
  const events = [
    [document, "visibilitychange", wake],
    [window, "online", wake],
    // A page that the browser keeps for going back would keep its connection too.
    [window, "pagehide", close],
    [window, "pageshow", wake],
  ];
  connect();
  for (const [target, name, listener] of events) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of events) target.removeEventListener(name, listener);
    close();
  };
}
