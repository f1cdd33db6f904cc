// Keeps the focus where the user is, and links spots of the pictures with their entries in the card.

import { areaKey } from "./areas.js";
import { byId } from "./elements.js";

/** Redraws parts of the page. The focus stays on the same thing: elements are recognized by `data-focus`. */
export function keepFocus(redraw) {
  const key = document.activeElement?.dataset?.focus;
  redraw();
  if (!key || document.activeElement !== document.body) return;
  const same = [...document.querySelectorAll("[data-focus]")].find((element) => element.dataset.focus === key);
  (same ?? byId("card-title")).focus({ preventScroll: true });
}

/** Moves the focus to what is next: the choice one came back from, Do it, the first choice, or the heading of the card. */
export function focusNext(left = null) {
  const find = (selector) => byId("card").querySelector(selector);
  const next = (left && find(`[data-focus^="${left} "]`)) ?? find(".card-foot .is-main") ?? find(".choice:not(.is-impossible)");
  byId("card-body").scrollTo({ top: 0 });
  (next ?? byId("card-title")).focus();
}

/** Moves the focus to the entry of a choice in the card. @param {Choice} choice */
export function focusLinked(choice) {
  const entry = entriesOf(areaKey(choice.area))[0];
  entry?.focus();
  entry?.scrollIntoView({ block: "nearest" });
}

const entriesOf = (spot) =>
  [...byId("card-body").querySelectorAll("[data-spot]")].filter((entry) => entry.dataset.spot === spot);

/**
 * Highlights a spot and its entries while one of them is pointed at or has the focus, and leads from a letter key to its spot.
 * @param {import("./scene.js").Scene[]} scenes
 */
export function linkSpots(scenes) {
  const link = (spot) => {
    const key = spot?.dataset.spot ?? null;
    for (const element of document.querySelectorAll("[data-spot]")) {
      element.classList.toggle("is-linked", element.dataset.spot === key);
    }
    // An entry in the card says the same as the tip.
    for (const scene of scenes) scene.showTip(spot?.classList.contains("spot") ? key : null);
  };
  // A focus that the program moved after a click highlights nothing.
  const focused = () => document.querySelector("[data-spot]:focus-visible");
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") link(target.closest("[data-spot]") ?? focused());
  });
  document.addEventListener("focusin", () => link(focused()));
  document.addEventListener("focusout", () => link(null));
  document.addEventListener("keydown", onLetter);
}

/** A letter leads to its spot or entry, if the focus is on the pictures or in the card. */
function onLetter({ key, target, ctrlKey, metaKey, altKey }) {
  const part = target.closest?.(".stage, .card");
  if (!part || key.length !== 1 || ctrlKey || metaKey || altKey) return;
  const letter = key.toLocaleUpperCase();
  [...part.querySelectorAll("[data-letter]")].find((element) => element.dataset.letter === letter)?.focus();
}
