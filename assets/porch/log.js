// The messages of the open channel: which stand there, how they stand together, and where one looks. However many
// there are, only the newest are drawn until earlier ones are asked for.

import { byId, el } from "./elements.js";
import { messageView } from "./message.js";
import { here, nameOfChannel, seat } from "./seat.js";
import { isAfter, madeAt, sameDay, written } from "./times.js";
import { word } from "./words.js";

/** How many are drawn at first, and more at a time. */
const WINDOW = 100;
/** What one says again within this time needs no name. */
const BREATH = 7 * 60_000;

const log = byId("log");
const list = byId("list");
const newer = byId("newer");

let act = {};
/** All that are known, the oldest first. @type {any[]} */
let known = [];
/** The first of them that is drawn. */
let from = 0;
let mayBeMore = false;
let firstNew = null;
/** Whether the messages are still on their way: until they are here, nobody knows whether there are any. */
let waiting = false;
/** Whether the eye is on the newest; then it stays there. */
let atEnd = true;
let missed = 0;
/** Where one stood when the log moved last. */
let stood = 0;

/** @param {any} doing what messages can do, and `earlier`, `emptyButton` and `looked` */
export function openLog(doing) {
  act = doing;
  log.addEventListener("scroll", onScroll, { passive: true });
  newer.addEventListener("click", () => toEnd(true));
  // Pictures, fonts, a keyboard on the screen: whatever changes a height, the end stays in sight for who looked at it.
  const keep = new ResizeObserver(() => atEnd && jumpToEnd());
  keep.observe(list);
  keep.observe(log);
}

export const newest = () => known.at(-1)?.id;
export const isAtEnd = () => atEnd;
export const knows = (id) => known.some((message) => message.id === id);

/** Another channel is opened, and its messages are on their way. */
export function clear() {
  waiting = true;
  begin([]);
}

/** All messages of a channel. `keep` puts in what is new to the log and stays where one looks. */
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
  toEnd();
}

/** What was missed is put in, one by one: nobody loses their place or the button they are on. */
function catchUp(messages) {
  const there = new Set(messages.map((message) => message.id));
  const gone = known.filter((message) => !there.has(message.id) && !isAfter(messages[0].id, message.id));
  for (const message of gone) drop(message.id);
  for (const message of messages) {
    const old = known.find((other) => other.id === message.id);
    if (old) message.person ??= old.person;
    if (!old || JSON.stringify(old) !== JSON.stringify(message)) put(message);
  }
  // What stands above the first message may have changed, too: the bot has come.
  if (!known.length) draw();
}

/** Draws all of it anew, as when the words change. */
function draw() {
  // A screen reader shall not read out a whole channel because it was opened.
  log.setAttribute("aria-busy", "true");
  const shown = known.slice(from);
  const held = grip();
  list.replaceChildren(...top(), ...shown.flatMap((message, at) => withMarks(message, shown[at - 1])));
  regrip(held);
  requestAnimationFrame(() => log.removeAttribute("aria-busy"));
}

/** A message came or was changed. */
export function put(message) {
  const at = known.findIndex((other) => other.id === message.id);
  if (at >= 0) {
    // Who asked is known from the first answer, even where an edit does not say it again.
    message.person ??= known[at].person;
    known[at] = message;
    if (at >= from) exchange(at);
    return;
  }
  if (!known.length || isAfter(message.id, newest())) {
    const before = known.at(-1);
    known.push(message);
    list.querySelector(".beginning-hint")?.remove();
    list.append(...withMarks(message, before));
    if (!atEnd && message.author.id !== seat.person.id) missed += 1;
    else if (message.author.id === seat.person.id) toEnd();
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

/** Whoever pressed a button and got a message for it stands there next, with its buttons one step away. */
export function goOnTo(id) {
  const view = byId(`m-${id}`);
  if (view && log.contains(document.activeElement) && !view.contains(document.activeElement)) {
    view.focus({ preventScroll: true });
  }
}

/** A message is gone. */
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

/** Earlier ones, which the porch told because they were asked for. */
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

/** Which message one is on, and which of its buttons or menus, and in which place that is. */
function grip() {
  const focused = document.activeElement;
  const view = focused?.closest(".message");
  if (!view || !list.contains(view)) return null;
  // Whoever is in the open list of a menu is on the menu.
  const control = focused.closest("[data-key]") ?? focused.closest(".menu")?.querySelector("[data-key]");
  const place = [...view.querySelectorAll("[data-key]")].indexOf(control);
  return { id: view.id, key: control?.dataset.key, words: control?.textContent, place };
}

/**
 * Whoever was on a button stays on it, or on what stands in its place now; whoever was on a message that is gone, in the log.
 * A number may mean something else in the next question: only the same words are the same button.
 */
function regrip(held) {
  if (!held) return;
  const view = byId(held.id);
  const controls = view ? [...view.querySelectorAll("[data-key]")] : [];
  const isSame = (control) => !control.disabled && control.textContent === held.words;
  const same = controls.find((control) => isSame(control) && control.dataset.key === held.key);
  const near = [...controls.slice(held.place), ...controls.slice(0, held.place).reverse()];
  const next = held.place < 0 ? null : (near.find(isSame) ?? near.find((control) => !control.disabled));
  (same ?? next ?? view ?? log).focus({ preventScroll: true });
}

/** Puts a changed message where it stood. */
function exchange(at) {
  const old = byId(`m-${known[at].id}`);
  if (!old) return;
  const held = old.contains(document.activeElement) ? grip() : null;
  old.replaceWith(viewOf(known[at], known[at - 1]));
  regrip(held);
}

function viewOf(message, before) {
  const view = messageView(message, act);
  const again =
    before &&
    !message.command &&
    before.author.id === message.author.id &&
    before.ephemeral === message.ephemeral &&
    message.id !== firstNew &&
    madeAt(message.id) - madeAt(before.id) < BREATH &&
    sameDay(madeAt(message.id), madeAt(before.id));
  view.classList.toggle("is-again", Boolean(again));
  return view;
}

/** A message, with the line above it where a day or what is new begins. */
function withMarks(message, before) {
  const ms = madeAt(message.id);
  const day = before && !sameDay(ms, madeAt(before.id)) && el("p", { class: "mark" }, el("span", {}, written(ms, "D")));
  const fresh = message.id === firstNew && el("p", { class: "mark is-new" }, el("span", {}, word("fresh-line")));
  return [day, fresh, viewOf(message, before)].filter(Boolean);
}

/** What stands above the first message: a button for earlier ones, or where the channel begins. */
function top() {
  if (from > 0 || mayBeMore) {
    const ask = () => (from > 0 ? showEarlier() : act.earlier());
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

/** The message at the upper edge, and how far it is from it: by this the eye finds its place again. */
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
  // What grew below is no reason to leave the end; only who goes up leaves it.
  atEnd = near || (was && log.scrollTop >= stood - 1);
  stood = log.scrollTop;
  if (atEnd && !near) jumpToEnd();
  if (atEnd && !was) {
    missed = 0;
    act.looked();
  }
  showNewer();
}

function showNewer() {
  newer.hidden = atEnd;
  newer.textContent = word("fresh", { count: missed });
}

function jumpToEnd() {
  log.scrollTop = log.scrollHeight;
  stood = log.scrollTop;
}

export function toEnd(focus = false) {
  atEnd = true;
  missed = 0;
  jumpToEnd();
  showNewer();
  if (focus) log.focus({ preventScroll: true });
  act.looked();
}
