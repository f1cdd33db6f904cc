// A picture with buttons over its areas: the board, or a realm. With the choices as text, and the geometry of areas.

import { el, prefersStillness, setStyles, word } from "./words.js";

/** How far a narrow screen zooms in, and from where on it is worth it. */
const MAX_ZOOM = 2.6;
const MIN_ZOOM = 1.25;
/** How much of the stage the spots of a step take when it is zoomed. */
const ZOOM_FILL = 0.86;
/** If a spot is narrower than this, none is shown. */
const MIN_SPOT_PX = 24;
/** Below this width, a spot has a small letter and thin corners. */
const SMALL_PX = 64;
const CROSS_FADE_MS = 350;
const RING_MS = 4200;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const place = (element, { left, top, right, bottom }, unit) =>
  setStyles(element, { left: left + unit, top: top + unit, width: right - left + unit, height: bottom - top + unit });

export class Scene {
  /**
   * @param {HTMLElement} stage
   * @param {(choices: Choice[]) => void} choose called with the choices of the spot that was activated
   */
  constructor(stage, choose) {
    this.stage = stage;
    this.choose = choose;
    /** @type {{area: Area, choices: Choice[], button: any, glow: any}[]} */
    this.spots = [];
    this.isZoomed = false;
    this.pictures = el("div", { class: "pictures" });
    this.rings = el("div", { class: "rings", "aria-hidden": "true" });
    this.layer = el("div", { class: "spots", onkeydown: (event) => this.#onKey(event) });
    this.tip = el("div", { class: "tip", "aria-hidden": "true", hidden: true });
    this.scene = el("div", { class: "scene" }, this.pictures, this.rings, this.layer, this.tip);
    stage.append(this.scene);
    new ResizeObserver(() => this.#arrange()).observe(stage);
  }

  /**
   * Shows a picture, cross-fading from the one before.
   * @param {Picture} picture
   * @param {Promise<void>} [after] what has to be there before this picture is loaded
   * @returns {Promise<void>} resolves when it is shown
   */
  showPicture(picture, after) {
    if (this.picture?.src !== picture.src) this.shown = this.#load(picture, after);
    return this.shown;
  }

  async #load(picture, after) {
    const isFirst = !this.picture;
    this.picture = picture;
    setStyles(this.stage, { "--ratio": picture.width / picture.height });
    if (after) await after;
    if (this.picture !== picture) return;
    const image = el("img", { src: picture.src, alt: picture.alt, class: !isFirst && "is-entering" });
    // A picture that is not loaded yet would flash.
    await image.decode().catch(() => {});
    if (this.picture !== picture) return;
    for (const before of this.pictures.children) {
      before.alt = "";
      setTimeout(() => before.remove(), CROSS_FADE_MS);
    }
    this.pictures.append(image);
    this.#arrange();
  }

  /**
   * Replaces the spots. Choices with the same area share a spot.
   * @param {Choice[]} choices
   * @param {string|null} chosen the key of the spot whose choices the card shows
   */
  showSpots(choices, chosen) {
    /** @type {Map<string, Choice[]>} */
    const groups = new Map();
    for (const choice of choices) {
      const key = areaKey(choice.area);
      groups.set(key, [...(groups.get(key) ?? []), choice]);
    }
    this.spots = [...groups].map(([key, group]) => this.#spot(key, group));
    for (const { button } of this.spots) button.classList.toggle("is-chosen", button.dataset.spot === chosen);
    this.layer.replaceChildren(...this.spots.map(({ button }) => button));
    this.#setTabStop(this.spots.find(({ choices: [first] }) => first.isPossible) ?? this.spots[0]);
    this.showTip(null);
    this.#arrange();
  }

  #spot(key, choices) {
    const isPossible = choices.some((choice) => choice.isPossible);
    const letters = [...new Set(choices.map(({ letter }) => letter).filter(Boolean))].join(" ");
    const names = choices.map(spotName).join(" ");
    const glow = el("span", { class: "glow" }, letters && el("span", { class: "letter", "aria-hidden": "true" }, letters));
    const attributes = {
      class: isPossible ? "spot" : "spot is-impossible",
      type: "button",
      "aria-disabled": !isPossible && "true",
      "aria-label": choices.length > 1 ? `${letters}: ${names}` : names,
      data: { spot: key, focus: `spot ${key}`, letter: letters[0] ?? "", choices: choices.length },
      onclick: () => this.choose(choices),
    };
    return { area: choices[0].area, choices, button: el("button", attributes, glow), glow };
  }

  /** Draws attention to areas for some seconds. @param {Area[]} areas */
  showRings(areas) {
    clearTimeout(this.ringTimer);
    this.rings.replaceChildren(...areas.map(() => el("span", { class: "ring" })));
    areas.forEach((area, index) => place(this.rings.children[index], edgesOf(area, 100, 100), "%"));
    this.ringTimer = setTimeout(() => this.rings.replaceChildren(), RING_MS);
  }

  /** Shows what a spot stands for beside it. @param {string|null} key */
  showTip(key) {
    const spot = this.spots.find(({ button }) => button.dataset.spot === key);
    this.tip.hidden = !spot;
    if (!spot) return;
    // Several choices have more to say than fits: the card says it.
    const isAlone = spot.choices.length === 1;
    const texts = spot.choices.map((choice) => choiceText(isAlone ? choice : { ...choice, outcome: "", effect: null, reason: "" }));
    this.tip.replaceChildren(...texts);
    const { left, top, right, bottom } = edgesOf(spot.area, 100, 100);
    const isAbove = top > 30;
    this.tip.classList.toggle("is-above", isAbove);
    const middle = Math.min(80, Math.max(20, (left + right) / 2));
    setStyles(this.tip, { left: `${middle}%`, top: `${isAbove ? top : bottom}%` });
  }

  /** Returns whether zooming to the spots would make them clearly larger. */
  canZoom() {
    return this.#zoomFactor() > MIN_ZOOM;
  }

  /** @param {boolean} isZoomed whether the spots fill the stage, or the whole picture does */
  zoom(isZoomed) {
    this.isZoomed = isZoomed && this.canZoom();
    this.#arrange();
  }

  /** Returns the edges of the smallest rectangle around all spots that can be chosen. */
  #bounds([width, height]) {
    return edgesOf(boundsOf(this.#possibleSpots().map(({ area }) => area)), width, height);
  }

  #possibleSpots() {
    return this.spots.filter(({ choices }) => choices.some(({ isPossible }) => isPossible));
  }

  #zoomFactor() {
    if (!this.#possibleSpots().length || !this.picture) return 1;
    const { left, top, right, bottom } = this.#bounds(this.#fit());
    const { clientWidth, clientHeight } = this.stage;
    return Math.min(MAX_ZOOM, (ZOOM_FILL * clientWidth) / (right - left), (ZOOM_FILL * clientHeight) / (bottom - top));
  }

  /** Returns the size at which the whole picture fits the stage. */
  #fit() {
    const ratio = this.picture.width / this.picture.height;
    const width = Math.min(this.stage.clientWidth, this.stage.clientHeight * ratio);
    return [width, width / ratio];
  }

  /** Sizes the picture and places the spots. */
  #arrange() {
    const { stage, spots, isZoomed } = this;
    if (!this.picture || !stage.clientWidth) return;
    const factor = isZoomed ? this.#zoomFactor() : 1;
    const size = this.#fit().map((length) => length * factor);
    place(this.scene, { left: 0, top: 0, right: size[0], bottom: size[1] }, "px");
    stage.classList.toggle("is-zoomed", isZoomed);
    const areas = spots.map(({ area }) => edgesOf(area, ...size));
    const targets = growTargets(areas);
    // Spots that are too small to hit: the card has the same choices, and zooming shows the spots.
    const isCrowded = targets.some(({ left, right }) => right - left < MIN_SPOT_PX);
    targets.forEach((target, index) => {
      const { button, glow } = spots[index];
      const { left, top, right, bottom } = areas[index];
      const { left: x, top: y } = target;
      place(button, target, "px");
      place(glow, { left: left - x, top: top - y, right: right - x, bottom: bottom - y }, "px");
      button.classList.toggle("is-small", right - left < SMALL_PX);
      button.hidden = isCrowded;
    });
    if (!isZoomed) return;
    const { left, top, right, bottom } = this.#bounds(size);
    stage.scrollTo({
      left: (left + right - stage.clientWidth) / 2,
      top: (top + bottom - stage.clientHeight) / 2,
      behavior: prefersStillness() ? "instant" : "smooth",
    });
  }

  /** Only one spot is a tab stop; the arrow keys lead to the others. */
  #setTabStop(stop) {
    for (const spot of this.spots) spot.button.tabIndex = spot === stop ? 0 : -1;
  }

  #onKey(event) {
    const current = this.spots.find(({ button }) => button === event.target);
    if (!current || !DIRECTIONS[event.key]) return;
    event.preventDefault();
    const next = nearest(current, this.spots, DIRECTIONS[event.key], this.#fit());
    if (!next) return;
    this.#setTabStop(next);
    next.button.focus();
  }
}

// ——— choices as text ———

/** Ends a part of a name like a sentence, so that a screen reader pauses. */
const asSentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns a choice as a name for screen readers, with its outcome or the reason against it. @param {Choice} choice */
function spotName({ letter, label, outcome, effect, isPossible, reason }) {
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

// ——— the geometry of areas ———

/** The smallest size at which a finger hits a spot, in CSS pixels. */
const MIN_TARGET_PX = 44;

/** Returns a key that is the same for choices with the same area. @param {Area} area */
export const areaKey = ({ scene, left, top, width, height }) =>
  [scene, ...[left, top, width, height].map((part) => part.toFixed(4))].join(" ");

/** Returns the edges of an area in a picture with this size. @param {Area} area */
const edgesOf = ({ left, top, width, height }, wide, high) => ({
  left: left * wide,
  top: top * high,
  right: (left + width) * wide,
  bottom: (top + height) * high,
});

/** Returns the smallest area around others. @param {Area[]} areas */
function boundsOf(areas) {
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.left + area.width));
  const bottom = Math.max(...areas.map((area) => area.top + area.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the nearest spot in a direction; what lies aside counts twice. */
function nearest(current, spots, [dx, dy], [wide, high]) {
  const middleOf = ({ left, top, width, height }) => [(left + width / 2) * wide, (top + height / 2) * high];
  const from = middleOf(current.area);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = middleOf(spot.area).map((at, index) => at - from[index]);
    const ahead = x * dx + y * dy;
    const distance = ahead ** 2 + 2 * (x * dy + y * dx) ** 2;
    if (ahead > 1 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}

/** Grows rectangles to the smallest size for a finger; where two would overlap, each gets half of the gap between them. */
function growTargets(rects) {
  const grown = rects.map(({ left, top, right, bottom }) => {
    const x = Math.max(0, MIN_TARGET_PX - (right - left)) / 2;
    const y = Math.max(0, MIN_TARGET_PX - (bottom - top)) / 2;
    return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
  });
  rects.forEach((_, one) => rects.slice(0, one).forEach((_, other) => separate(rects, grown, one, other)));
  return grown;
}

function separate(rects, grown, one, other) {
  const [a, b] = [grown[one], grown[other]];
  if (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) return;
  const gap = (before, after) =>
    Math.max(rects[other][before] - rects[one][after], rects[one][before] - rects[other][after]);
  const [before, after] = gap("left", "right") >= gap("top", "bottom") ? ["left", "right"] : ["top", "bottom"];
  // Areas that overlap themselves stay as they are.
  if (gap(before, after) < 0) return;
  const [first, second] = rects[one][before] < rects[other][before] ? [one, other] : [other, one];
  const middle = (rects[first][after] + rects[second][before]) / 2;
  grown[first][after] = Math.min(grown[first][after], middle);
  grown[second][before] = Math.max(grown[second][before], middle);
}
