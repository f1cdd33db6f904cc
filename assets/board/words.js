// What all parts of the page use: its sentences, times in them, and the creation of elements.

// ——— sentences: sent by the server in the person's language (crates/web/src/page_words.rs lists their keys) ———

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

// ——— elements: text becomes text nodes, never markup, so no name or sentence can inject anything ———

/**
 * @param {string} tag
 * @param {Object<string, any>} [attributes] `on…` adds a listener, `data` sets the dataset; null, undefined and false are skipped
 * @param {...any} children nodes, texts and lists of them; falsy ones are skipped
 * @returns {any} the element
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) if (child || child === 0) element.append(child);
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Sets styles through the CSSOM, because the content security policy forbids style attributes. */
export function setStyles(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, String(value));
}

/** Announces a sentence to screen readers, even if it is the same as before. */
export function announce(sentence) {
  const status = byId("status");
  status.textContent = "";
  // Screen readers only notice a change of the text, so it is set in the next frame.
  requestAnimationFrame(() => (status.textContent = sentence));
}

/** Returns whether the user wants little movement. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ——— times: the marks that the chat shows in each reader's time zone, such as <t:1700000000:R> ———

const MARK = /<t:(\d+):([fR])>/;
const REFRESH_MS = 30_000;

/** The units of a distance from now, largest first, in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

function formatDistance(seconds, language) {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

function formatTime(seconds, style) {
  const language = document.documentElement.lang;
  if (style === "R") return formatDistance(seconds - Date.now() / 1000, language);
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

/** Returns a sentence as nodes, with its times as the reader's clock shows them. @param {string} sentence */
export function withTimes(sentence) {
  // A split by an expression with two groups yields text, time, style, text, and so on.
  const [first, ...rest] = sentence.split(MARK);
  const nodes = [first];
  for (let index = 0; index < rest.length; index += 3) {
    const [time, style, text] = rest.slice(index, index + 3);
    const datetime = new Date(time * 1000).toISOString();
    nodes.push(el("time", { datetime, data: { time, style } }, formatTime(Number(time), style)), text);
  }
  return nodes;
}

/** Keeps the distances from now up to date. */
export function refreshTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time")) {
      element.textContent = formatTime(Number(element.dataset.time), element.dataset.style);
    }
  }, REFRESH_MS);
}
