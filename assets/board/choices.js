// Choices as text, and the buttons of the card.

import { areaKey } from "./areas.js";
import { el } from "./elements.js";
import { word } from "./words.js";

/** More choices than these are listed in two columns. */
const MAX_LARGE = 8;

/** A button with a word; the word also identifies it for the focus. */
export const button = (key, onclick, className = "") =>
  el("button", { class: `button ${className}`, type: "button", data: { focus: key }, onclick }, word(key));

/** Ends a part of a name like a sentence, so that a screen reader pauses. */
const asSentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns a choice as a name for screen readers, with its outcome or the reason against it. @param {Choice} choice */
export function spotName({ letter, label, outcome, effect, isPossible, reason }) {
  const about = isPossible ? [outcome, effect] : [word("web-impossible"), reason];
  const name = [letter, label].filter(Boolean).join(", ");
  return [name, ...about].filter(Boolean).map(asSentence).join(" ");
}

/** Returns the visible parts of a choice. @param {Partial<Choice>} choice */
export function choiceText({ label, outcome, effect, isPossible, reason }) {
  const parts = isPossible ? { outcome, effect } : { reason: reason ?? word("web-impossible") };
  const texts = Object.entries({ label, ...parts }).filter(([, text]) => text);
  return el("span", { class: "choice-text" }, texts.map(([part, text]) => [el("span", { class: `choice-${part}` }, text), " "]));
}

/**
 * @param {Choice} choice
 * @param {(choice: Choice) => void} choose
 * @param {boolean} [isCurrent] whether it is what is chosen now, among alternatives
 */
export function choiceButton(choice, choose, isCurrent) {
  const { letter, label, isPossible, area, picks } = choice;
  const attributes = {
    class: isPossible ? "choice" : "choice is-impossible",
    type: "button",
    "aria-disabled": !isPossible && "true",
    "aria-pressed": isCurrent === undefined ? null : String(isCurrent),
    data: { focus: `${picks} ${label}`, letter: letter ?? "", ...(area && { spot: areaKey(area) }) },
    onclick: () => choose(choice),
  };
  return el("button", attributes, letter && [el("span", { class: "letter" }, letter), " "], choiceText(choice));
}

/** Returns the choices of a step as a list: those that are possible first. @param {Choice[]} choices */
export function choiceList(choices, choose) {
  const ordered = [...choices].sort((one, other) => Number(other.isPossible) - Number(one.isPossible));
  const className = choices.length > MAX_LARGE && choices.every(({ effect }) => !effect) ? "choices is-compact" : "choices";
  const items = ordered.map((choice) => el("li", {}, choiceButton(choice, choose)));
  return el("ul", { class: className, role: "list", "aria-labelledby": "card-title" }, items);
}
