// The list above the input line: commands, or values of an option. The input keeps the focus; the list highlights an item.

import { byId, el } from "./elements.js";

const list = byId("suggestions");

/** @typedef {{label: string, about?: string, sign?: string, pick: () => void}} Suggestion */

/** @type {Suggestion[]} */
let items = [];
let at = -1;
/** @type {HTMLElement|null} */
let owner = null;

export const isOpen = () => !list.hidden;
export const isOnOne = () => isOpen() && at >= 0;
export const count = () => (isOpen() ? items.length : 0);

/**
 * @param {HTMLElement} input the input that the suggestions belong to
 * @param {Suggestion[]} shown
 * @param {{on?: number, empty?: string}} [how] the item selected at first, and the text for an empty list
 */
export function suggest(input, shown, { on = 0, empty = "" } = {}) {
  if (owner !== input) hide();
  items = shown;
  owner = input;
  if (!items.length && !empty) return hide();
  const views = items.map((item, index) =>
    el(
      "div",
      {
        class: "suggestion",
        role: "option",
        id: `suggestion-${index}`,
        "aria-selected": "false",
        onmousedown: (event) => event.preventDefault(),
        onclick: () => item.pick(),
        onmousemove: () => index !== at && moveTo(index, false),
      },
      item.sign && el("span", { class: "suggestion-sign", "aria-hidden": "true" }, item.sign),
      el("span", { class: "suggestion-label" }, item.label),
      item.about && el("span", { class: "suggestion-about" }, item.about),
    ),
  );
  list.replaceChildren(
    ...(views.length
      ? views
      : [
          el(
            "div",
            { class: "suggestion is-none", role: "option", "aria-disabled": "true", "aria-selected": "false" },
            empty,
          ),
        ]),
  );
  list.hidden = false;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", "true");
  moveTo(items.length ? Math.min(on, items.length - 1) : -1);
}

export function hide() {
  list.hidden = true;
  list.replaceChildren();
  items = [];
  at = -1;
  owner?.setAttribute("aria-expanded", "false");
  owner?.removeAttribute("aria-activedescendant");
  owner = null;
}

function moveTo(index, scroll = true) {
  list.children[at]?.setAttribute("aria-selected", "false");
  at = index;
  const view = at >= 0 ? list.children[at] : null;
  view?.setAttribute("aria-selected", "true");
  if (view) owner?.setAttribute("aria-activedescendant", view.id);
  else owner?.removeAttribute("aria-activedescendant");
  if (scroll) view?.scrollIntoView({ block: "nearest" });
}

/** Removes the highlight after typing, until new suggestions arrive. */
export function unmark() {
  moveTo(-1);
}

/** Moves up or down, wrapping around. */
export function step(by) {
  if (!items.length) return;
  moveTo(at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length);
}

/** Picks the highlighted item. */
export function take() {
  items[at]?.pick();
}
