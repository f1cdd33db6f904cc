// The components of a message: buttons, menus, texts and galleries.

import { el } from "./elements.js";
import { emojiBefore } from "./emoji.js";
import { optionsOf } from "./entities.js";
import { gallery } from "./media.js";
import { formatted } from "./format.js";
import { link } from "./inline.js";
import { menuView } from "./menu.js";
import { word } from "./words.js";

/** Pending interactions, so that a double click counts once. */
const pending = new Set();

export function rows(message, act) {
  return (message.components ?? []).map((component) => componentView(component, message, act));
}

/** Renders a row, a text or pictures. */
function componentView(component, message, act) {
  switch (component.type) {
    case 1:
      return el(
        "div",
        { class: "row" },
        (component.components ?? []).map((it) => controlView(it, message, act)),
      );
    case 10:
      return el("div", { class: "said" }, formatted(component.content ?? "", act));
    case 12:
      return gallery(component.items ?? [], act);
    default:
      return controlView(component, message, act);
  }
}

function controlView(component, message, act) {
  if (component.type === 2) return buttonView(component, message, act);
  if (component.type === 3 || (component.type >= 5 && component.type <= 8)) {
    const choose = (values, control) => sendOnce(message, control, () => act.choose(message, component.custom_id, values));
    return menuView({ ...component, options: optionsOf(component) }, choose);
  }
  return null;
}

function buttonView(button, message, act) {
  const label = [
    emojiBefore(button.emoji, button.label),
    button.label,
  ];
  if (button.style === 5) {
    if (button.disabled || !/^https?:\/\//.test(button.url ?? "")) {
      return el("button", { class: "button style-2", type: "button", disabled: true }, label);
    }
    const made = link(button.url, [label, el("span", { class: "unseen" }, ` (${word("new-tab")})`)]);
    made.className = "button style-5";
    return made;
  }
  const press = ({ currentTarget }) => sendOnce(message, currentTarget, () => act.press(message, button.custom_id));
  const data = { key: button.custom_id };
  return el(
    "button",
    { class: `button style-${button.style}`, type: "button", disabled: button.disabled, data, onclick: press },
    label,
  );
}

/** Shows a pending interaction and disables the message's components until it is done. */
async function sendOnce(message, control, send) {
  if (pending.has(message.id)) return;
  pending.add(message.id);
  control.setAttribute("aria-busy", "true");
  try {
    await send();
  } finally {
    pending.delete(message.id);
    control.removeAttribute("aria-busy");
  }
}
