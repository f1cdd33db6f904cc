// The doors of the porch, as docs/porch-interface.md describes them: everything that the page asks of the program goes through here.

import { word } from "./words.js";

/** What could not be done, in a sentence. */
export class Refused extends Error {
  /** @param {string} sentence @param {string} [lang] the language of the sentence, where it is not the person's */
  constructor(sentence, lang) {
    super(sentence);
    this.lang = lang;
  }
}

async function ask(path, body) {
  let answer;
  let told;
  try {
    const post = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    answer = await fetch(`/people/v1/${path}`, post);
    told = await answer.json();
  } catch {
    throw new Refused(word("no-porch"));
  }
  // Errors of the porch are in English, whatever the reader's language.
  if (!answer.ok) throw new Refused(sentence(told.error), "en");
  return told;
}

/** Has a file at hand, to send it with a form. */
export async function bring(as, file) {
  const answer = await fetch(`/people/v1/files/${encodeURIComponent(file.name)}?${query({ as })}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(sentence(told.error), "en");
  return told.id;
}

function sentence(text) {
  const begun = text ? text[0].toUpperCase() + text.slice(1) : "Something went wrong";
  return /[.!?"]$/.test(begun) ? begun : `${begun}.`;
}

const query = (values) => new URLSearchParams(values).toString();

export const world = () => ask("world");
export const messages = (as, channel, range = {}) => ask(`channels/${channel}/messages?${query({ as, ...range })}`);
export const addPerson = (name, locale) => ask("persons", { name, locale });
export const openDirect = (dm) => ask("channels", { dm });
export const type = (as, channel, line) => ask("type", { as, channel, line });
export const autocomplete = (as, channel, line, focused) => ask("autocomplete", { as, channel, line, focused });
export const press = (as, message, custom_id) => ask("press", { as, message, custom_id });
export const choose = (as, message, custom_id, values) => ask("choose", { as, message, custom_id, values });
export const submit = (as, interaction, fields) => ask("submit", { as, interaction, fields });
export const changesOf = (as) => `/people/v1/changes?${query({ as })}`;

/** Files carry the address under which the bot knows the porch. Only their path counts: it is the same house. */
export function fileAddress(url) {
  try {
    const address = new URL(url, location.href);
    return address.pathname.startsWith("/files/") ? address.pathname + address.search : null;
  } catch {
    return null;
  }
}
