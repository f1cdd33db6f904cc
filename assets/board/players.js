// The players as chips above the board. In Hawaii, a chip shows the player's realm.

import { byId, el } from "./elements.js";
import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** The shapes of the seats, as in the pictures: assets/art/badge-1.svg and following. */
const BADGE_PATHS = [
  "M88 50A38 38 0 1 1 12 50A38 38 0 1 1 88 50Z",
  "M22 15H78A7 7 0 0 1 85 22V78A7 7 0 0 1 78 85H22A7 7 0 0 1 15 78V22A7 7 0 0 1 22 15Z",
  "M50 13L88 83H12Z",
  "M50 12L88 50L50 88L12 50Z",
  "M30 15H70L89 50L70 85H30L11 50Z",
];
/** The letter of the triangle is lower, because a triangle is wider at the bottom. */
const LETTER_Y = [50, 50, 62, 50, 50];

/** Returns the letter's colour: whichever is readable on a colour. */
function letterColour(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 120 ? "#0b1116" : "#ffffff";
}

function svg(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

/** Returns the badge of a seat. @param {Player} player */
export function badge({ seat, colour, letter }) {
  const shape = seat % BADGE_PATHS.length;
  const outline = { d: BADGE_PATHS[shape], "stroke-linejoin": "round" };
  const text = { x: 50, y: LETTER_Y[shape], fill: letterColour(colour), class: "badge-letter" };
  const picture = svg("svg", { class: "badge", viewBox: "0 0 100 100", "aria-hidden": "true" });
  picture.append(
    svg("path", { ...outline, stroke: "#22303c", "stroke-width": 13 }),
    svg("path", { ...outline, stroke: "#fff", "stroke-width": 5, fill: colour }),
    svg("text", text, letter),
  );
  return picture;
}

/**
 * @param {State} state
 * @param {number|null} realmSeat whose realm is shown
 * @param {(seat: number) => void} showRealm
 */
export function showPlayers(state, realmSeat, showRealm) {
  byId("players").replaceChildren(
    ...state.players.map((player) => el("li", {}, chip(state, player, realmSeat, showRealm))),
  );
  byId("players").classList.toggle("is-many", state.players.length > 2);
}

function chip(state, player, realmSeat, showRealm) {
  const { seat, name, points } = player;
  const hasRealm = state.realms.some((realm) => realm.seat === seat);
  const notes = [player.isYou && "web-you", player.isComputer && "web-computer", player.isToAct && "web-to-act"];
  const attributes = {
    class: player.isToAct ? "chip is-to-act" : "chip",
    title: name,
    ...(hasRealm && {
      type: "button",
      "aria-pressed": String(seat === realmSeat),
      data: { focus: `player-${seat}` },
      onclick: () => showRealm(seat),
    }),
  };
  const unseen = (text) => el("span", { class: "unseen" }, text);
  return el(
    hasRealm ? "button" : "span",
    attributes,
    badge(player),
    el("span", { class: "chip-name" }, name),
    unseen(`, ${word("web-points")} `),
    el("span", { class: "chip-points" }, points),
    notes.filter(Boolean).map((note) => unseen(`, ${word(note)}`)),
  );
}
