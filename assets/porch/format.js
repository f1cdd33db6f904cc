// What people and bots say, as elements. A text is read from the left, once; what is no format stays as it was said.

import { el } from "./elements.js";
import { channelOf, nameOf, seat } from "./seat.js";
import { written } from "./times.js";
import { word } from "./words.js";

/** @param {string} text @param {{goTo?: (channel: string) => void}} [act] what a link to a channel does */
export function formatted(text, act = {}) {
  return blocks(text.replaceAll("\r\n", "\n"), act);
}

/** Blocks of code go first: nothing in them is a format. */
function blocks(text, act) {
  const parts = [];
  const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)```/g;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    parts.push(lines(text.slice(from, found.index).replace(/\n$/, ""), act));
    // A long line in it is read by moving sideways, by keyboard too.
    parts.push(el("pre", { tabindex: "0" }, el("code", {}, found[2].replace(/\n$/, ""))));
    from = found.index + found[0].length;
    if (text[from] === "\n") from += 1;
  }
  parts.push(lines(text.slice(from), act));
  return parts;
}

const HEADING = /^(#{1,3})\s+(.+)$/;
const SMALL = /^-#\s+(.+)$/;
const QUOTE = /^>\s?(.*)$/;
const ITEM = /^(\s*)(?:[-*•]|(\d{1,4})\.)\s+(.*)$/;

/** Lines that belong together become one block: a heading, a quote, a list, or a paragraph. */
function lines(text, act) {
  if (!text) return [];
  const rest = text.split("\n");
  const made = [];
  const takeWhile = (fits) => {
    const taken = [];
    while (rest.length && fits(rest[0])) taken.push(rest.shift());
    return taken;
  };
  while (rest.length) {
    const line = rest[0];
    if (line.startsWith(">>> ")) {
      made.push(el("blockquote", {}, lines(rest.splice(0).join("\n").slice(4), act)));
    } else if (QUOTE.test(line) && /^>(\s|$)/.test(line)) {
      const quoted = takeWhile((it) => /^>(\s|$)/.test(it)).map((it) => it.match(QUOTE)[1]);
      made.push(el("blockquote", {}, lines(quoted.join("\n"), act)));
    } else if (HEADING.test(line)) {
      const [, marks, title] = rest.shift().match(HEADING);
      // The page's own headings reach down to the third level, so those of a message begin below.
      made.push(el(`h${marks.length + 3}`, { class: `said-h${marks.length}` }, inline(title, act)));
    } else if (SMALL.test(line)) {
      made.push(el("p", { class: "said-small" }, inline(rest.shift().match(SMALL)[1], act)));
    } else if (ITEM.test(line)) {
      // Numbers and bullets are two lists, unless one is within the other.
      const numbered = isNumbered(line);
      made.push(
        list(
          takeWhile((it) => ITEM.test(it) && (isIndented(it) || isNumbered(it) === numbered)),
          act,
        ),
      );
    } else {
      const plain = takeWhile((it) => !startsBlock(it));
      made.push(paragraph(plain.length ? plain : [rest.shift()], act));
    }
  }
  return made;
}

const isNumbered = (line) => line.match(ITEM)[2] !== undefined;
const isIndented = (line) => line.match(ITEM)[1].length > 1;

const startsBlock = (line) =>
  HEADING.test(line) || SMALL.test(line) || ITEM.test(line) || /^>(\s|$)/.test(line) || line.startsWith(">>> ");

function paragraph(taken, act) {
  return el(
    "p",
    {},
    taken.flatMap((line, at) => (at ? [el("br"), ...inline(line, act)] : inline(line, act))),
  );
}

function list(taken, act) {
  const items = taken.map((line) => line.match(ITEM));
  const numbered = items[0][2] !== undefined;
  const made = el(numbered ? "ol" : "ul", numbered ? { start: items[0][2] } : {});
  for (const [, indent, , words] of items) {
    const item = el("li", {}, inline(words, act));
    const last = made.lastElementChild;
    if (indent.length < 2 || !last) {
      made.append(item);
      continue;
    }
    const inner = last.querySelector("ul") ?? last.appendChild(el("ul"));
    inner.append(item);
  }
  return made;
}

/** The first of these that fits at a place is what stands there. @type {[RegExp, (found: any, act: any) => any][]} */
const INLINE = [
  [/\\([\\`*_~>#|<:@[\]()-])/y, ([, letter]) => letter],
  [/``(.+?)``|`([^`\n]+)`/y, ([, two, one]) => el("code", {}, two ?? one)],
  [/\*\*\*([\s\S]+?)\*\*\*/y, ([, inner], act) => el("strong", {}, el("em", {}, inline(inner, act)))],
  [/\*\*((?:\\.|(?!\*\*)[\s\S])+?)\*\*(?!\*)/y, ([, inner], act) => el("strong", {}, inline(inner, act))],
  [/\*(?![\s*])((?:\\.|\*\*[\s\S]+?\*\*|[^*])+?)\*(?!\*)/y, ([, inner], act) => el("em", {}, inline(inner, act))],
  [/__((?:\\.|(?!__)[\s\S])+?)__/y, ([, inner], act) => el("u", {}, inline(inner, act))],
  [/_(?![\s_])((?:\\.|[^_])+?)_(?!\w)/y, ([, inner], act) => el("em", {}, inline(inner, act))],
  [/~~((?:\\.|(?!~~)[\s\S])+?)~~/y, ([, inner], act) => el("s", {}, inline(inner, act))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, ([, label, url], act) => link(url, inline(label, act))],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => link(url, [url])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_]/y, ([url]) => link(url, [url])],
  [/<@!?(\d+)>/y, ([, id]) => mention(id)],
  [/<@&\d+>|@everyone|@here/y, () => el("span", { class: "mention" }, `@${word("everyone")}`)],
  [/<#(\d+)>/y, ([, id], act) => channelLink(id, act)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, seconds, style]) => moment(Number(seconds) * 1000, style)],
  [/<\/([\w -]+):\d+>/y, ([, name]) => el("code", {}, `/${name}`)],
];

// Where any of them can begin; the letters between are passed at once.
const PLAIN = /[^\\`*_~[<h@]+/y;

function inline(text, act) {
  const made = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    PLAIN.lastIndex = at;
    const passed = PLAIN.exec(text);
    if (passed) {
      plain += passed[0];
      at += passed[0].length;
      continue;
    }
    const before = text[at - 1];
    const [length, node] = formatAt(text, at, act, before);
    if (node === null || typeof node === "string") plain += node ?? text[at];
    else {
      if (plain) made.push(plain);
      plain = "";
      made.push(node);
    }
    at += length;
  }
  if (plain) made.push(plain);
  return made;
}

function formatAt(text, at, act, before) {
  // An underscore within a word is a letter, as in `snake_case`.
  const withinWord = text[at] === "_" && before !== undefined && /\w/.test(before);
  if (!withinWord) {
    for (const [pattern, make] of INLINE) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) return [found[0].length, make(found, act)];
    }
  }
  return [1, null];
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
  if (!found) return el("span", { class: "mention" }, `#${word("unknownChannel")}`);
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
  return el("time", { datetime: new Date(ms).toISOString(), title: written(ms, "F"), data }, written(ms, style));
}
