// Times in sentences: the marks that the chat shows in each reader's time zone, such as <t:1700000000:R>.

import { el } from "./elements.js";

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
