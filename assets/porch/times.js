// Times: when something was said, which its id tells, and the moments that messages speak of.

import { language } from "./words.js";

/** Ids count milliseconds from the first second of 2015, in all bits but the last 22. */
export const madeAt = (id) => Number((BigInt(id) >> 22n) + 1420070400000n);

/** The id that something made at this moment would have at least. */
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

// A thousand messages have two thousand times: the writers of dates are made once.
const writers = new Map();

/** Writes a moment in one of the styles of `<t:…>`. */
export function written(ms, style = "f") {
  if (style === "R") return relative(ms);
  const name = STYLES[style] ? style : "f";
  const key = `${language()} ${name}`;
  if (!writers.has(key)) writers.set(key, new Intl.DateTimeFormat(language(), STYLES[name]));
  return writers.get(key).format(ms);
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

/** What is told as "two minutes ago" stays true while the page is open. */
export function keepTimesTrue() {
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      time.textContent = relative(Number(time.dataset.relative));
    }
  }, 15_000);
}
