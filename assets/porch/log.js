// The messages of the open channel: rendering, grouping and scroll position. Only the newest are rendered until earlier ones
// are requested.

import { byId, el } from "./elements.js";
import { messageView } from "./message.js";
import { here, nameOfChannel, seat } from "./seat.js";
import { isAfter, timeOf, sameDay, formatTime } from "./times.js";
import { word } from "./words.js";

/** How many messages are rendered at first and with each click on "earlier". */
const WINDOW = 100;
/** Messages of one author within this time are grouped. */
const GROUP_WITHIN_MS = 7 * 60_000;

const log = byId("log");
const list = byId("list");
const newer = byId("newer");

let act = {};
/** All loaded messages, oldest first. @type {any[]} */
let known = [];
/** The index of the first rendered message. */
let from = 0;
let mayBeMore = false;
let firstNew = null;
/** Whether the messages are still loading: until then the log must not say that it is empty. */
let waiting = false;
/** Whether the log is scrolled to the end and has to stay there. */
let atEnd = true;
let missed = 0;
/** The last scroll position. */
let lastScrollTop = 0;

/** @param {any} doing the actions of messages, and `loadEarlier`, `emptyButton` and `markRead` */
export function openLog(doing) {
  act = doing;
  log.addEventListener("scroll", onScroll, { passive: true });
  newer.addEventListener("click", () => scrollToEnd(true));
  // Stays at the end when pictures, fonts or an on-screen keyboard change the height.
  const keep = new ResizeObserver(() => atEnd && jumpToEnd());
  keep.observe(list);
  keep.observe(log);
}

export const newest = () => known.at(-1)?.id;
export const isAtEnd = () => atEnd;
export const knows = (id) => known.some((message) => message.id === id);

/** Clears the log while another channel is loading. */
export function clear() {
  waiting = true;
  begin([]);
}

/** Shows the messages of a channel. With `keep`, inserts only new ones and keeps the scroll position. */
export function showAll(messages, { more = false, fresh = null, keep = false } = {}) {
  const goesOn = keep && !waiting && known.length && messages.length;
  if (goesOn && !isAfter(messages[0].id, newest())) return catchUp(messages);
  waiting = false;
  begin(messages, more, fresh);
}

function begin(messages, more = false, fresh = null) {
  known = messages;
  mayBeMore = more;
  firstNew = fresh?.id ?? null;
  from = Math.max(0, known.length - WINDOW);
  draw();
  scrollToEnd();
}

/** Inserts missed messages one by one, so that scroll position and focus are kept. */
function catchUp(messages) {
  const there = new Set(messages.map((message) => message.id));
  const gone = known.filter((message) => !there.has(message.id) && !isAfter(messages[0].id, message.id));
  for (const message of gone) drop(message.id);
  for (const message of messages) {
    const old = known.find((other) => other.id === message.id);
    if (old) message.person ??= old.person;
    if (!old || JSON.stringify(old) !== JSON.stringify(message)) put(message);
  }
  // The header may have changed, too, for example because the bot connected.
  if (!known.length) draw();
}

/** Renders everything again, for example in another language. */
function draw() {
  // A screen reader must not read out a whole channel because it was opened.
  log.setAttribute("aria-busy", "true");
  const shown = known.slice(from);
  const focus = findFocus();
  list.replaceChildren(...headerView(), ...shown.flatMap((message, at) => withDividers(message, shown[at - 1])));
  restoreFocus(focus);
  requestAnimationFrame(() => log.removeAttribute("aria-busy"));
}

/** Shows a new or changed message. */
export function put(message) {
  const at = known.findIndex((other) => other.id === message.id);
  if (at >= 0) {
    // The first answer names the asker; later edits may not repeat it.
    message.person ??= known[at].person;
    known[at] = message;
    if (at >= from) replaceMessage(at);
    return;
  }
  if (!known.length || isAfter(message.id, newest())) {
    const before = known.at(-1);
    known.push(message);
    list.querySelector(".beginning-hint")?.remove();
    list.append(...withDividers(message, before));
    if (!atEnd && message.author.id !== seat.person.id) missed += 1;
    else if (message.author.id === seat.person.id) scrollToEnd();
    showNewer();
    return;
  }
  known.splice(
    known.findIndex((other) => isAfter(other.id, message.id)),
    0,
    message,
  );
  redraw();
}

/** Moves the focus to the message that answers a pressed button, so that its own buttons are one step away. */
export function focusAnswer(id) {
  const view = byId(`m-${id}`);
  if (view && log.contains(document.activeElement) && !view.contains(document.activeElement)) {
    view.focus({ preventScroll: true });
  }
}

/** Removes a message. */
export function drop(id) {
  const at = known.findIndex((message) => message.id === id);
  if (at < 0) return;
  known.splice(at, 1);
  redraw();
}

function redraw() {
  const place = atEnd ? null : anchor();
  from = Math.min(from, Math.max(0, known.length - 1));
  draw();
  if (place) restore(place);
  else jumpToEnd();
}

/** Adds earlier messages that were requested. */
export function showEarlier(all) {
  const place = anchor();
  if (all) {
    const first = known[from]?.id;
    known = all;
    mayBeMore = false;
    from = Math.max(
      0,
      known.findIndex((message) => message.id === first),
    );
  }
  from = Math.max(0, from - WINDOW);
  draw();
  if (place) restore(place);
}

/** Returns the focused message, its focused component and that component's position. */
function findFocus() {
  const focused = document.activeElement;
  const view = focused?.closest(".message");
  if (!view || !list.contains(view)) return null;
  // Focus in the open list of a menu counts as focus on the menu.
  const control = focused.closest("[data-key]") ?? focused.closest(".menu")?.querySelector("[data-key]");
  const place = [...view.querySelectorAll("[data-key]")].indexOf(control);
  return { id: view.id, key: control?.dataset.key, words: control?.textContent, place };
}

/**
 * Keeps the focus on a button or on its replacement; if the message is gone, moves it to the log.
 * A number may mean something else in the next question: only the same words are the same button.
 */
function restoreFocus(focus) {
  if (!focus) return;
  const view = byId(focus.id);
  const controls = view ? [...view.querySelectorAll("[data-key]")] : [];
  const isSame = (control) => !control.disabled && control.textContent === focus.words;
  const same = controls.find((control) => isSame(control) && control.dataset.key === focus.key);
  const near = [...controls.slice(focus.place), ...controls.slice(0, focus.place).reverse()];
  const next = focus.place < 0 ? null : (near.find(isSame) ?? near.find((control) => !control.disabled));
  (same ?? next ?? view ?? log).focus({ preventScroll: true });
}

/** Replaces a changed message in place. */
function replaceMessage(at) {
  const old = byId(`m-${known[at].id}`);
  if (!old) return;
  const focus = old.contains(document.activeElement) ? findFocus() : null;
  old.replaceWith(viewOf(known[at], known[at - 1]));
  restoreFocus(focus);
}

function viewOf(message, before) {
  const view = messageView(message, act);
  const again =
    before &&
    !message.command &&
    before.author.id === message.author.id &&
    before.ephemeral === message.ephemeral &&
    message.id !== firstNew &&
    timeOf(message.id) - timeOf(before.id) < GROUP_WITHIN_MS &&
    sameDay(timeOf(message.id), timeOf(before.id));
  view.classList.toggle("is-again", Boolean(again));
  return view;
}

/** Renders a message, with a divider before it where a day or the unread messages begin. */
function withDividers(message, before) {
  const ms = timeOf(message.id);
  const day = before && !sameDay(ms, timeOf(before.id)) && el("p", { class: "mark" }, el("span", {}, formatTime(ms, "D")));
  const fresh = message.id === firstNew && el("p", { class: "mark is-new" }, el("span", {}, word("fresh-line")));
  return [day, fresh, viewOf(message, before)].filter(Boolean);
}

/** Renders the header: a button for earlier messages, or the start of the channel. */
function headerView() {
  if (from > 0 || mayBeMore) {
    const ask = () => (from > 0 ? showEarlier() : act.loadEarlier());
    return [el("button", { class: "earlier button style-2", type: "button", onclick: ask }, word("earlier"))];
  }
  const channel = here();
  if (!channel || waiting) return [];
  const bot = seat.world.bot;
  const hint =
    !known.length &&
    el(
      "div",
      { class: "beginning-hint" },
      el("p", {}, bot ? word("empty-hint", { bot: bot.name }) : word("no-bot")),
      bot && el("button", { class: "button style-1", type: "button", onclick: act.emptyButton }, word("empty-button")),
    );
  return [
    el(
      "div",
      { class: "beginning" },
      el("img", { src: "/porch/porch.svg", alt: "", width: 260, height: 104 }),
      el("p", { class: "beginning-name" }, word("beginning", { channel: nameOfChannel(channel) })),
      hint,
    ),
  ];
}

/** The topmost visible message and its offset, by which the scroll position is restored. */
function anchor() {
  const edge = log.getBoundingClientRect().top;
  for (const view of list.querySelectorAll(".message")) {
    const box = view.getBoundingClientRect();
    if (box.bottom > edge) return { id: view.id.slice(2), offset: box.top - edge };
  }
  return null;
}

function restore({ id, offset }) {
  const view = byId(`m-${id}`);
  if (view) log.scrollTop += view.getBoundingClientRect().top - log.getBoundingClientRect().top - offset;
}

function onScroll() {
  const was = atEnd;
  const near = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  // Growing content must not count as scrolling up.
  atEnd = near || (was && log.scrollTop >= lastScrollTop - 1);
  lastScrollTop = log.scrollTop;
  if (atEnd && !near) jumpToEnd();
  if (atEnd && !was) {
    missed = 0;
    act.markRead();
  }
  showNewer();
}

function showNewer() {
  newer.hidden = atEnd;
  newer.textContent = word("fresh", { count: missed });
}

function jumpToEnd() {
  log.scrollTop = log.scrollHeight;
  lastScrollTop = log.scrollTop;
}

export function scrollToEnd(focus = false) {
  atEnd = true;
  missed = 0;
  jumpToEnd();
  showNewer();
  if (focus) log.focus({ preventScroll: true });
  act.markRead();
}
