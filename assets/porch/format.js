// Renders messages as elements: code blocks, headings, quotes, lists and paragraphs; inline.js renders what is within a line. A
// text is parsed once, from the left; what isn't a format stays text.

import { el } from "./elements.js";
import { inline } from "./inline.js";

/** @param {string} text @param {{goTo?: (channel: string) => void}} [act] the action of a link to a channel */
export function formatted(text, act = {}) {
  return blocks(String(text).replaceAll("\r\n", "\n"), act);
}

const FENCE = "```";

/** Code blocks are parsed first, because nothing in them is a format. */
function blocks(text, act) {
  const parts = [];
  let from = 0;
  for (;;) {
    const begun = text.indexOf(FENCE, from);
    const end = begun < 0 ? -1 : text.indexOf(FENCE, begun + FENCE.length);
    if (end < 0) break;
    parts.push(lines(text.slice(from, begun).replace(/\n$/, "").split("\n"), act, 0));
    // Long lines scroll sideways, by keyboard too.
    const inner = withoutLanguage(text.slice(begun + FENCE.length, end));
    parts.push(el("pre", { tabindex: "0" }, el("code", {}, inner.replace(/\n$/, ""))));
    from = end + FENCE.length;
    if (text[from] === "\n") from += 1;
  }
  parts.push(lines(text.slice(from).split("\n"), act, 0));
  return parts;
}

/** The first line of a code block may name its language. */
function withoutLanguage(inner) {
  const end = inner.indexOf("\n");
  const isNamed = end > 0 && /^[\w+-]+$/.test(inner.slice(0, end));
  return inner.slice(end === 0 || isNamed ? end + 1 : 0);
}

const HEADING = /^(#{1,3})\s+(\S.*)$/s;
const SMALL = /^-#\s+(\S.*)$/s;
const QUOTE = /^>(?:\s|$)/;
const REST_QUOTE = ">>> ";
const ITEM = /^(\s*)(?:[-*•]|(\d{1,4})\.)\s+(.*)$/s;

/** The maximum depth of quotes; deeper ones stay text. */
const MOST_QUOTES = 3;

/** Groups lines into blocks: headings, quotes, lists and paragraphs. */
function lines(all, act, depth) {
  if (all.length === 1 && !all[0]) return [];
  const made = [];
  let at = 0;
  const takeWhile = (fits) => {
    const from = at;
    while (at < all.length && fits(all[at])) at += 1;
    return all.slice(from, at);
  };
  const isQuote = (line) => depth < MOST_QUOTES && QUOTE.test(line);
  const isRestQuote = (line) => depth < MOST_QUOTES && line.startsWith(REST_QUOTE);
  const startsBlock = (line) =>
    HEADING.test(line) || SMALL.test(line) || ITEM.test(line) || isQuote(line) || isRestQuote(line);
  while (at < all.length) {
    const line = all[at];
    if (isRestQuote(line)) {
      const quoted = [line.slice(REST_QUOTE.length), ...all.slice(at + 1)];
      made.push(el("blockquote", {}, lines(quoted, act, depth + 1)));
      at = all.length;
    } else if (isQuote(line)) {
      const quoted = takeWhile(isQuote).map((it) => it.slice(2));
      made.push(el("blockquote", {}, lines(quoted, act, depth + 1)));
    } else if (HEADING.test(line)) {
      const [, marks, title] = line.match(HEADING);
      // The page's own headings reach down to the third level, so those of a message begin below.
      made.push(el(`h${marks.length + 3}`, { class: `said-h${marks.length}` }, inline(title, act)));
      at += 1;
    } else if (SMALL.test(line)) {
      made.push(el("p", { class: "said-small" }, inline(line.match(SMALL)[1], act)));
      at += 1;
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
      made.push(
        paragraph(
          takeWhile((it) => !startsBlock(it)),
          act,
        ),
      );
    }
  }
  return made;
}

const isNumbered = (line) => line.match(ITEM)[2] !== undefined;
const isIndented = (line) => line.match(ITEM)[1].length > 1;

/** Inline formats may span the lines of a paragraph. */
const paragraph = (taken, act) => el("p", {}, inline(taken.join("\n"), act));

function list(taken, act) {
  const items = taken.map((line) => line.match(ITEM));
  const numbered = items[0][2] !== undefined;
  const made = el(numbered ? "ol" : "ul", numbered ? { start: items[0][2] } : {});
  let inner = null;
  for (const [, indent, , words] of items) {
    const item = el("li", {}, inline(words, act));
    if (indent.length < 2 || !made.lastElementChild) {
      made.append(item);
      inner = null;
    } else {
      inner ??= made.lastElementChild.appendChild(el("ul"));
      inner.append(item);
    }
  }
  return made;
}
