// The avatar of a person: the first letter of the name in a colour. Screen readers read the name beside it.

import { el } from "./elements.js";
import { seat } from "./seat.js";

const TINTS = 8;

/** @param {string} name @param {{bot?: boolean, small?: boolean}} [how] */
export function avatar(name, { bot = false, small = false } = {}) {
  const classes = ["avatar", bot ? "is-bot" : `tint-${tintOf(name)}`, small && "is-small"].filter(Boolean).join(" ");
  return el("span", { class: classes, "aria-hidden": "true" }, [...name][0]?.toLocaleUpperCase() ?? "?");
}

/** Returns the colour of a person, by their order in the list, so that neighbours differ. */
function tintOf(name) {
  return (
    Math.max(
      0,
      seat.world.persons.findIndex((person) => person.name === name),
    ) % TINTS
  );
}
