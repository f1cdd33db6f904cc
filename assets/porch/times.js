// Times: of ids, and those mentioned in messages.

import { language } from "./words.js";

/** Returns the creation time of an id: milliseconds since the start of 2015, above the low 22 bits. */
export const timeOf = (id) => Number((BigInt(id) >> 22n) + 1420070400000n);

/** Returns the smallest id created at this time. */
export const idAt = (ms) => ((BigInt(Math.floor(ms)) - 1420070400000n) << 22n).toString();

/** @returns {boolean} whether the first id is the newer one */
export const isAfter = (one, other) => BigInt(one) > BigInt(other);

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

// Formatters are expensive to create.
const formatters = new Map();

/** Formats a time in a style of `<t:…>`. */
export function formatTime(ms, style = "f") {
  if (style === "R") return relative(ms);
  const name = STYLES[style] ? style : "f";
  const key = `${language()} ${name}`;
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(language(), STYLES[name]));
  return formatters.get(key).format(ms);
}

const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

function relative(ms) {
  const seconds = (ms - Date.now()) / 1000;
  const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(seconds / length), unit);
}

export const sameDay = (one, other) => new Date(one).toDateString() === new Date(other).toDateString();

/** Keeps relative times such as "two minutes ago" up to date. */
export function updateRelativeTimes() {
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      time.textContent = relative(Number(time.dataset.relative));
    }
  }, 15_000);
}
