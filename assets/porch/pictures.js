// A picture, large: all pictures of the channel can be stepped through, fitted to the window or in full size.

import { byId, el } from "./elements.js";
import { word } from "./words.js";

/** @param {HTMLElement} opener the button around the picture that was chosen */
export function enlarge(opener) {
  const all = [...byId("list").querySelectorAll(".picture img")];
  let at = Math.max(0, all.indexOf(opener.querySelector("img")));

  const image = el("img", { alt: "" });
  const stage = el("div", { class: "stage", tabindex: "0", role: "group", onclick: onStage }, image);
  const about = el("p", { class: "about", tabindex: "0", role: "note" });
  const number = el("span", { class: "number", role: "status" });
  const button = (name, sign, onclick, more = {}) =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": word(name), title: word(name), onclick, ...more },
      sign,
    );
  const size = button("actualSize", "⤢", () => fullSize(!dialog.classList.contains("is-full")), {
    "aria-pressed": "false",
  });
  const previous = button("previous", "‹", () => step(-1));
  const next = button("next", "›", () => step(1));
  const close = button("close", "✕", () => dialog.close());
  const dialog = el(
    "dialog",
    { class: "large", "aria-label": word("picture"), onkeydown: onKey, onclose: () => leave() },
    el("div", { class: "large-bar" }, number, previous, next, size, close),
    stage,
    about,
  );

  function show() {
    const from = all[at];
    image.src = from.src;
    image.alt = from.alt;
    stage.setAttribute("aria-label", word("picture"));
    about.textContent = from.alt;
    number.textContent = word("pictureOf", { number: at + 1, count: all.length });
    previous.disabled = at === 0;
    next.disabled = at === all.length - 1;
  }

  function step(by) {
    const to = at + by;
    if (to < 0 || to >= all.length) return;
    at = to;
    show();
    // A button that has just been switched off would lose whoever was on it.
    if (document.activeElement === document.body || document.activeElement?.disabled) stage.focus();
  }

  function fullSize(full) {
    dialog.classList.toggle("is-full", full);
    size.setAttribute("aria-pressed", String(full));
  }

  function onStage({ target }) {
    if (target === stage && !dialog.classList.contains("is-full")) dialog.close();
    else fullSize(!dialog.classList.contains("is-full"));
  }

  function onKey(event) {
    const full = dialog.classList.contains("is-full");
    if (event.key === "ArrowLeft" && !full) step(-1);
    else if (event.key === "ArrowRight" && !full) step(1);
    else return;
    event.preventDefault();
  }

  function leave() {
    dialog.remove();
    // Back to the picture that was seen last, if it is still there.
    const seen = all[at].closest(".picture");
    (seen?.isConnected ? seen : byId("log")).focus();
  }

  document.body.append(dialog);
  show();
  dialog.showModal();
  stage.focus();
}
