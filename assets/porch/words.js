// The sentences of the page, in all languages of `assets/words` (keys that begin with "page-"). Missing ones are shown in
// English.

import { TEXTS } from "./texts.js";

const ENGLISH = "en";

let locale = "en-US";
let spoken = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH);

/** Returns the language for times: the person's own. */
export const language = () => locale;

/** Returns the language of a tag: "pt" for "pt-BR". */
const broad = (tag) => tag.split("-")[0].toLowerCase();

/** The language of the page for a person with this locale. */
function chooseLanguage(wanted) {
  const tags = Object.keys(TEXTS);
  return tags.find((tag) => tag === wanted) ?? tags.find((tag) => broad(tag) === broad(wanted)) ?? ENGLISH;
}

/** Returns whether the browser supports a locale; a person may have an invalid one. */
function isKnown(wanted) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([wanted]).length > 0;
  } catch {
    return false;
  }
}

/** Sets the language and updates the static text of the page. */
export function setLanguage(wanted) {
  locale = isKnown(wanted) ? wanted : "en-US";
  spoken = chooseLanguage(wanted);
  plurals = new Intl.PluralRules(isKnown(spoken) ? spoken : ENGLISH);
  document.documentElement.lang = broad(spoken) === broad(locale) ? locale : spoken;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.localName === "button") element.title = word(element.dataset.label);
  }
}

/** Returns a sentence by its key, with placeholders filled in. */
export function word(name, values = {}) {
  const parts = TEXTS[spoken][name] ?? TEXTS[ENGLISH][name];
  return parts ? formatParts(parts, values) : name;
}

const formatParts = (parts, values) => parts.map((part) => formatPart(part, values)).join("");

function formatPart(part, values) {
  if (typeof part === "string") return part;
  if (part.fill) return String(values[part.fill] ?? "");
  const value = values[part.by];
  const variant = part.of[value] ?? (typeof value === "number" ? part.of[plurals.select(value)] : undefined);
  return formatParts(variant ?? part.of[part.usual], values);
}

/** Returns the name of a language in that language. */
export function nameOfLanguage(wanted) {
  try {
    const name = new Intl.DisplayNames([wanted], { type: "language" }).of(wanted) ?? wanted;
    return name[0].toLocaleUpperCase(wanted) + name.slice(1);
  } catch {
    return wanted;
  }
}
