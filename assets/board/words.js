// The sentences of the page, sent by the server in the person's language (crates/web/src/page_words.rs lists their keys).

/** @type {Object<string, string>} */
let words = {};

/** Stores the sentences and updates the static text of the page. */
export function setWords({ language, direction, words: sentences }) {
  words = sentences;
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.localName === "button") element.title = word(element.dataset.label);
  }
}

/** Returns a sentence by its key. */
export const word = (key) => words[key] ?? key;

/** Returns whether the sentences have arrived. */
export const hasWords = () => Object.keys(words).length > 0;
