// Inline formats: emphasis, code, links, mentions and times. The parser of Discord's markdown never backtracks, so that no
// message can block the page.

import { el } from "./elements.js";
import { emojiPicture } from "./emoji.js";
import { channelOf, nameOf, seat } from "./seat.js";
import { formatTime } from "./times.js";
import { word } from "./words.js";

/**
 * Formats that are recognised at one position. None of the patterns can match the same text in two ways, so each takes
 * linear time. @type {[RegExp, (found: any, act: any) => any][]}
 */
const PLACES = [
  [/\\([\\`*_~>#|<:@[\]()-])/y, ([, letter]) => letter],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_]/y, ([url]) => link(url, [url])],
  [/<@!?(\d{1,20})>/y, ([, id]) => mention(id)],
  [/<@&\d{1,20}>|@everyone|@here/y, () => el("span", { class: "mention" }, `@${word("everyone")}`)],
  [/<#(\d{1,20})>/y, ([, id], act) => channelLink(id, act)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, seconds, style]) => moment(Number(seconds) * 1000, style)],
  [/<\/([\w -]{1,100}):\d{1,20}>/y, ([, name]) => el("code", {}, `/${name}`)],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, ([, name, id]) => emojiPicture(name, id)],
  [/\n/y, () => el("br")],
];

// Where any format can begin; other characters are skipped at once.
const PLAIN = /[^\\`*_~|[<h@\n]+/y;

/** The elements of single and double marks. */
const MARKS = {
  "*": [(inner) => el("em", {}, inner), (inner) => el("strong", {}, inner)],
  _: [(inner) => el("em", {}, inner), (inner) => el("u", {}, inner)],
  "~": [null, (inner) => el("s", {}, inner)],
  "|": [null, (inner) => spoiler(inner)],
};

/** The maximum nesting of formats; deeper marks stay text. */
const MOST_OPEN = 50;

/** Opening marks: the character, their number, and their position in the output. */
class Marks {
  constructor(sign, left, place, single) {
    Object.assign(this, { sign, left, place, single });
  }

  /** Returns how many marks match: two, or one if both sides have an odd one. */
  fit(left, single) {
    if (this.left >= 2 && left >= 2) return 2;
    return this.left % 2 && left % 2 && this.single && single ? 1 : 0;
  }

  /** Returns the kinds of closing marks that would match. */
  sorts() {
    return [this.left >= 2 && `${this.sign}2`, this.left % 2 && this.single && `${this.sign}1`].filter(Boolean);
  }
}

/**
 * Parses a text once, from left to right. Opening marks wait on a stack; closing marks wrap everything since. Counters of
 * waiting marks avoid searches of the stack that would fail.
 */
class Inline {
  constructor(text, act) {
    Object.assign(this, { text, act, at: 0, made: [], open: [], waiting: new Map() });
    this.ahead = new Map();
  }

  read() {
    const { text } = this;
    while (this.at < text.length) {
      PLAIN.lastIndex = this.at;
      const plain = PLAIN.exec(text)?.[0];
      if (plain) this.take(plain.length, plain);
      else if (!this.place() && !this.code() && !this.link() && !this.marks()) this.take(1, text[this.at]);
    }
    return asWords(this.made);
  }

  take(length, node) {
    this.at += length;
    const last = this.made.length - 1;
    if (typeof node === "string" && typeof this.made[last] === "string") this.made[last] += node;
    else this.made.push(node);
    return true;
  }

  place() {
    for (const [pattern, make] of PLACES) {
      pattern.lastIndex = this.at;
      const found = pattern.exec(this.text);
      if (found) return this.take(found[0].length, make(found, this.act));
    }
    return false;
  }

  /** Returns the next position of a text, cached while it is ahead. */
  next(what, from) {
    const known = this.ahead.get(what);
    if (known !== undefined && known >= from) return known;
    const found = this.text.indexOf(what, from);
    const next = found < 0 ? Infinity : found;
    this.ahead.set(what, next);
    return next;
  }

  code() {
    const { text, at } = this;
    if (text[at] !== "`") return false;
    for (const tick of ["``", "`"]) {
      const begun = at + tick.length;
      // At least one character is required between marks, and no line break.
      const end = text.startsWith(tick, at) ? text.indexOf(tick, begun + (tick === "``" ? 1 : 0)) : -1;
      if (end > begun && this.next("\n", begun) > end) {
        return this.take(end + tick.length - at, el("code", {}, text.slice(begun, end)));
      }
    }
    return false;
  }

  link() {
    const { text, at } = this;
    if (text[at] === "<" && text.startsWith("http", at + 1)) {
      const url = text.slice(at + 1, Math.min(this.next(">", at), at + MOST_ADDRESS));
      const isUrl = text[at + 1 + url.length] === ">" && /^https?:\/\/[^\s<]+$/.test(url);
      return isUrl && this.take(url.length + 2, link(url, [url]));
    }
    if (text[at] !== "[") return false;
    const end = this.next("]", at + 1);
    if (end <= at + 1 || end > this.next("\n", at) || text[end + 1] !== "(") return false;
    const url = this.address(end + 2);
    return Boolean(url) && this.take(url.end - at, link(url.url, inline(text.slice(at + 1, end), this.act)));
  }

  /** Returns the address after a label, cached because several labels may end at the same one. */
  address(from) {
    if (this.known?.from !== from) {
      ADDRESS.lastIndex = from;
      const found = ADDRESS.exec(this.text);
      this.known = { from, found: found && { url: found[1], end: from + found[0].length } };
    }
    return this.known.found;
  }

  /** Closes open marks, or opens new ones. */
  marks() {
    const { text, at } = this;
    const sign = text[at];
    if (!MARKS[sign]) return false;
    let end = at;
    while (text[end] === sign) end += 1;
    const before = text[at - 1] ?? " ";
    const after = text[end] ?? " ";
    const isWord = sign === "_";
    const alone = MARKS[sign][0] !== null;
    this.at = end;
    const left = this.close(sign, end - at, alone && /\S/.test(before) && !(isWord && /\w/.test(after)));
    const single = alone && /\S/.test(after);
    // An underscore within a word is a letter, as in `snake_case`.
    const begins = !(isWord && /\w/.test(before)) && (left >= 2 || single) && end < text.length;
    if (left && begins && this.open.length < MOST_OPEN) this.wait(new Marks(sign, left, this.made.length, single));
    else if (left) this.take(0, sign.repeat(left));
    return true;
  }

  wait(marks) {
    this.count(marks, 1);
    this.open.push(marks);
    this.made.push(marks);
  }

  count(marks, by) {
    for (const sort of marks.sorts()) this.waiting.set(sort, (this.waiting.get(sort) ?? 0) + by);
  }

  /** Closes what `count` marks can close, and returns how many remain. */
  close(sign, count, single) {
    let left = count;
    while (this.waiting.get(`${sign}2`) && left >= 2 || this.waiting.get(`${sign}1`) && left % 2 && single) {
      let marks = this.open.at(-1);
      while (marks.sign !== sign || !marks.fit(left, single)) marks = this.drop();
      const width = marks.fit(left, single);
      const inner = asWords(this.made.splice(marks.place + 1));
      this.count(marks, -1);
      marks.left -= width;
      this.count(marks, 1);
      if (!marks.left) {
        this.open.pop();
        this.made.pop();
      }
      this.made.push(MARKS[sign][width - 1](inner));
      left -= width;
    }
    return left;
  }

  /** Turns the innermost open marks back into text, and returns the next ones. */
  drop() {
    this.count(this.open.pop(), -1);
    return this.open.at(-1);
  }
}

/** An address after a label, with its brackets. */
const ADDRESS = /<?(https?:\/\/[^\s)>]{1,2000})>?\)/y;
const MOST_ADDRESS = 2000;

/** Unclosed marks stay text. */
const asWords = (made) => made.map((it) => (it instanceof Marks ? it.sign.repeat(it.left) : it));

/** @param {string} text @param {{goTo?: (channel: string) => void}} act */
export const inline = (text, act) => new Inline(text, act).read();

/** A spoiler, shown when it is clicked. */
function spoiler(inner) {
  const words = el("span", { inert: true }, inner);
  const cover = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": word("spoiler") }, words);
  const uncover = (event) => {
    if (event.key && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    words.inert = false;
    cover.classList.add("is-open");
    cover.removeEventListener("click", uncover);
    cover.removeEventListener("keydown", uncover);
  };
  cover.addEventListener("click", uncover);
  cover.addEventListener("keydown", uncover);
  return cover;
}

export function link(url, children) {
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

function mention(id) {
  const own = id === seat.person.id;
  return el("span", { class: own ? "mention is-own" : "mention" }, `@${nameOf(id) ?? word("somebody")}`);
}

function channelLink(id, act) {
  const found = channelOf(id);
  if (!found) return el("span", { class: "mention" }, `#${word("unknown-channel")}`);
  const follow = (event) => {
    event.preventDefault();
    act.goTo?.(id);
  };
  return el("a", { class: "mention", href: `#${id}`, onclick: follow }, `#${found.name}`);
}

function moment(ms, style) {
  const exact = Math.abs(ms) <= 8.64e15;
  if (!exact) return "?";
  const data = style === "R" ? { relative: ms } : {};
  return el("time", { datetime: new Date(ms).toISOString(), title: formatTime(ms, "F"), data }, formatTime(ms, style));
}
