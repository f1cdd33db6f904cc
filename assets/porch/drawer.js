// On a narrow screen the list of channels is a drawer.

import { byId } from "./elements.js";

const side = byId("side");
const main = byId("main");
const shade = byId("shade");
const button = byId("drawer");

const isOpen = () => side.classList.contains("is-open");

export function openDrawer() {
  button.addEventListener("click", () => show(true));
  shade.addEventListener("click", () => closeDrawer());
  side.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) closeDrawer();
  });
  // Closes the drawer when the screen becomes wide.
  matchMedia("(min-width: 761px)").addEventListener("change", () => isOpen() && closeDrawer());
}

export function closeDrawer() {
  if (!isOpen()) return;
  show(false);
  button.focus({ preventScroll: true });
}

function show(open) {
  side.classList.toggle("is-open", open);
  main.inert = open;
  shade.hidden = !open;
  button.setAttribute("aria-expanded", String(open));
  if (open) (side.querySelector("[aria-current]") ?? side.querySelector("a, button"))?.focus();
}
