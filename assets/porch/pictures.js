// The dialog for an enlarged picture. It steps through all pictures of the channel, each fitted to the window, half enlarged
// or in full size.

import { byId, el } from "./elements.js";
import { word } from "./words.js";

/** The zoom levels, by the key of their button. */
const SIZES = ["whole-picture", "larger", "actual-size"];
/** The middle level is skipped if the picture would hardly grow. */
const WORTH_A_STEP = 1.5;

/** @param {HTMLElement} opener the button around the picture */
export function enlarge(opener) {
  const all = [...byId("list").querySelectorAll(".picture img")];
  let at = Math.max(0, all.indexOf(opener.querySelector("img")));
  let shown = 0;

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
  const size = button("larger", "⤢", () => resize(after()));
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
    resize(0);
    stage.setAttribute("aria-label", word("picture"));
    about.textContent = from.alt;
    number.textContent = word("picture-of", { number: at + 1, count: all.length });
    previous.disabled = at === 0;
    next.disabled = at === all.length - 1;
  }

  function step(by) {
    const to = at + by;
    if (to < 0 || to >= all.length) return;
    at = to;
    show();
    // A button that has just been disabled would lose the focus.
    if (document.activeElement === document.body || document.activeElement?.disabled) stage.focus();
  }

  /** Returns the width of the picture fitted to the window. */
  const fitted = () => Math.min(stage.clientWidth, (stage.clientHeight * image.naturalWidth) / image.naturalHeight);

  /** Returns the next zoom level, cyclically. */
  function after() {
    const grows = image.naturalWidth / fitted();
    return shown === 0 && grows < WORTH_A_STEP ? 2 : (shown + 1) % SIZES.length;
  }

  /** Shows a zoom level, centred on the clicked point, or on the middle. */
  function resize(to, [right, down] = [0.5, 0.5]) {
    // The geometric mean looks half way between the two sizes.
    const wide = to === 1 ? Math.sqrt(fitted() * image.naturalWidth) : image.naturalWidth;
    shown = to;
    dialog.classList.toggle("is-larger", to > 0);
    dialog.classList.toggle("is-full", to === SIZES.length - 1);
    image.style.width = to === 0 ? "" : `${wide}px`;
    const next = word(SIZES[(to + 1) % SIZES.length]);
    size.setAttribute("aria-label", next);
    size.title = next;
    if (to === 0) return;
    stage.scrollLeft = right * image.offsetWidth - stage.clientWidth / 2;
    stage.scrollTop = down * image.offsetHeight - stage.clientHeight / 2;
  }

  /** Returns the clicked point, from 0 to 1 in each direction. */
  function spot({ clientX, clientY }) {
    const box = image.getBoundingClientRect();
    const wide = shown === 0 ? fitted() : box.width;
    const high = (wide * image.naturalHeight) / image.naturalWidth;
    return [
      (clientX - box.x - box.width / 2) / wide + 0.5,
      (clientY - box.y - box.height / 2) / high + 0.5,
    ];
  }

  function onStage(event) {
    if (event.target === stage && shown === 0) dialog.close();
    else resize(after(), spot(event));
  }

  function onKey(event) {
    if (shown > 0) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  }

  function leave() {
    dialog.remove();
    // Focuses the last shown picture, if it still exists.
    const seen = all[at].closest(".picture");
    (seen?.isConnected ? seen : byId("log")).focus();
  }

  document.body.append(dialog);
  show();
  dialog.showModal();
  stage.focus();
}
