// Emojis: Unicode ones, and pictures of the application.

import { el } from "./elements.js";

/** The picture of an emoji, or its name if the picture is gone. Screen readers read the name, as in Discord. */
export function emojiPicture(name, id, spoken = true) {
  const said = `:${name}:`;
  // Pictures outside the screen are loaded lazily.
  const picture = el("img", { class: "emoji", loading: "lazy", alt: spoken ? said : "", title: spoken && said });
  picture.src = `/emojis/${id}.png`;
  picture.draggable = false;
  picture.addEventListener("error", () => picture.replaceWith(spoken ? said : ""));
  return picture;
}

/** The emoji before a label. It is decorative, as the label describes it. */
export function emojiBefore(emoji, label) {
  if (emoji?.id) return emojiPicture(emoji.name, emoji.id, !label);
  return emoji?.name && el("span", { "aria-hidden": label ? "true" : null }, `${emoji.name} `);
}
