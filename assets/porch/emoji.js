// Emojis: letters that every machine has, and pictures that belong to the application.

import { el } from "./elements.js";

/** The picture of an emoji; where it is gone, its name. Whoever hears the page hears what it is called, as in Discord. */
export function emojiPicture(name, id, spoken = true) {
  const said = `:${name}:`;
  // What is not on the screen is not fetched, however many a message has.
  const picture = el("img", { class: "emoji", loading: "lazy", alt: spoken ? said : "", title: spoken && said });
  picture.src = `/emojis/${id}.png`;
  picture.draggable = false;
  picture.addEventListener("error", () => picture.replaceWith(spoken ? said : ""));
  return picture;
}

/** What stands before the label of a button or an option. The label says what it is. */
export function emojiBefore(emoji, label) {
  if (emoji?.id) return emojiPicture(emoji.name, emoji.id, !label);
  return emoji?.name && el("span", { "aria-hidden": label ? "true" : null }, `${emoji.name} `);
}
