// The requests to the porch, as described in docs/porch-interface.md.

import { word } from "./words.js";

/** A refused request, with a sentence for the user. */
export class Refused extends Error {
  /** @param {string} sentence @param {string} [lang] the language of the sentence, if it is not the person's */
  constructor(sentence, lang) {
    super(sentence);
    this.lang = lang;
  }
}

async function request(path, body) {
  let answer;
  let result;
  try {
    const post = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    answer = await fetch(`/people/v1/${path}`, post);
    result = await answer.json();
  } catch {
    throw new Refused(word("no-porch"));
  }
  // Errors of the porch are in English, whatever the reader's language.
  if (!answer.ok) throw new Refused(toSentence(result.error), "en");
  return result;
}

/** Uploads a file for a form and returns its id. */
export async function uploadFile(as, file) {
  const answer = await fetch(`/people/v1/files/${encodeURIComponent(file.name)}?${query({ as })}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
  });
  const result = await answer.json();
  if (!answer.ok) throw new Refused(toSentence(result.error), "en");
  return result.id;
}

/** Leaves an Activity, even if this tab is being closed. A porch that is gone needs not know. */
export function closeActivity(frame) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", keepalive: true };
  fetch(`/people/v1/activities/${frame}/close`, post).catch(() => {});
}

function toSentence(text) {
  const begun = text ? text[0].toUpperCase() + text.slice(1) : "Something went wrong";
  return /[.!?"]$/.test(begun) ? begun : `${begun}.`;
}

const query = (values) => new URLSearchParams(values).toString();

export const world = () => request("world");
export const messages = (as, channel, range = {}) => request(`channels/${channel}/messages?${query({ as, ...range })}`);
export const addPerson = (name, locale) => request("persons", { name, locale });
export const openDirect = (dm) => request("channels", { dm });
export const type = (as, channel, line) => request("type", { as, channel, line });
export const use = (as, channel, command, user) => request("use", { as, channel, command, user });
export const autocomplete = (as, channel, line, focused) => request("autocomplete", { as, channel, line, focused });
export const press = (as, message, custom_id) => request("press", { as, message, custom_id });
export const choose = (as, message, custom_id, values) => request("choose", { as, message, custom_id, values });
export const submit = (as, interaction, fields) => request("submit", { as, interaction, fields });
export const activity = (frame) => request(`activities/${frame}`);
export const authorizeActivity = (frame, client_id, scope) =>
  request(`activities/${frame}/authorize`, { client_id, scope });
export const authenticateActivity = (frame, access_token) =>
  request(`activities/${frame}/authenticate`, { access_token });
export const changesOf = (as) => `/people/v1/changes?${query({ as })}`;

/** Returns the path of a file. Its origin is the address that the bot uses for the porch, which may differ. */
export function fileAddress(url) {
  try {
    const address = new URL(url, location.href);
    return address.pathname.startsWith("/files/") ? address.pathname + address.search : null;
  } catch {
    return null;
  }
}
