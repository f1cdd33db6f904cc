// The page's own words, by name, in every language that there is a file of words for: `assets/words`, sentences whose names
// begin with "page-". What the bot says is the bot's business. What a language lacks is said in English.

import { TEXTS } from "./texts.js";

const ENGLISH = "en";

let locale = "en-US";
let spoken = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH);

/** The language in which the page writes times: the person's own. */
export const language = () => locale;

/** Of "pt-BR", "pt". */
const broad = (tag) => tag.split("-")[0].toLowerCase();

/** The language of the page for a person with this locale. */
function spokenWith(wanted) {
  const tags = Object.keys(TEXTS);
  return tags.find((tag) => tag === wanted) ?? tags.find((tag) => broad(tag) === broad(wanted)) ?? ENGLISH;
}

/** Whether dates can be written in it; a person may have any language, even one that is none. */
function isKnown(wanted) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([wanted]).length > 0;
  } catch {
    return false;
  }
}

/** Chooses the language, and says everything anew that stands in the page from the beginning. */
export function speak(wanted) {
  locale = isKnown(wanted) ? wanted : "en-US";
  spoken = spokenWith(wanted);
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

/** A sentence by its name, with the values that it speaks of. */
export function word(name, values = {}) {
  const parts = TEXTS[spoken][name] ?? TEXTS[ENGLISH][name];
  return parts ? said(parts, values) : name;
}

/** A sentence put together from its parts. */
const said = (parts, values) => parts.map((part) => saidOf(part, values)).join("");

function saidOf(part, values) {
  if (typeof part === "string") return part;
  if (part.fill) return String(values[part.fill] ?? "");
  const value = values[part.by];
  const way = part.of[value] ?? (typeof value === "number" ? part.of[plurals.select(value)] : undefined);
  return said(way ?? part.of[part.usual], values);
}

/** What a language calls itself. */
export function nameOfLanguage(wanted) {
  try {
    const name = new Intl.DisplayNames([wanted], { type: "language" }).of(wanted) ?? wanted;
    return name[0].toLocaleUpperCase(wanted) + name.slice(1);
  } catch {
    return wanted;
  }
}
