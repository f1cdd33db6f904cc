// The requests to the server. All paths are relative to the page.

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

export const enter = (token) => request("enter", { token });
export const fetchWords = () => request("words");
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
/** @returns {Promise<Position>} */
export const fetchPosition = (number) => request(`turns/${number}`);
