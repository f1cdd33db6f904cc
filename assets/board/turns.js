// The log of turns, with a slider through all positions of the game.

import { button } from "./choices.js";
import { el } from "./elements.js";
import { badge } from "./players.js";
import { word } from "./words.js";

/** How long the slider has to rest before its position is loaded. */
const SLIDER_DELAY_MS = 120;

let timer = 0;

/** @param {Page} page @param {CardActions} actions */
export function turnsView({ state, replay: { turns, number } }, { lookAt, back }) {
  const count = turns.length;
  const items = [{ number: 0, seat: null, text: word("web-setup") }, ...turns];
  const slider = el("input", {
    type: "range",
    class: "slider",
    min: 0,
    max: count,
    value: number,
    "aria-label": word("web-position"),
    "aria-valuetext": `${number} · ${items[number]?.text}`,
    data: { focus: "slider" },
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => lookAt(Number(slider.value)), SLIDER_DELAY_MS);
    },
  });
  const stepTo = (to, key, sign) => {
    const step = button(key, () => to >= 0 && to <= count && lookAt(to));
    step.setAttribute("aria-label", word(key));
    step.textContent = sign;
    return step;
  };
  return {
    title: word("web-turns"),
    body: [
      el("div", { class: "slider-row" }, [
        stepTo(number - 1, "web-earlier", "‹"),
        slider,
        stepTo(number + 1, "web-later", "›"),
      ]),
      el("p", { class: "about" }, word(number < count ? "web-past" : "web-present")),
      el("ol", { role: "list" }, items.map((turn) => turnItem(turn, state.players, turn.number === number, lookAt))),
    ],
    foot: [button("web-now", back, "is-main")],
  };
}

function turnItem({ number, seat, text }, players, isCurrent, lookAt) {
  const player = players.find((other) => other.seat === seat);
  const attributes = {
    class: "turn",
    type: "button",
    "aria-current": isCurrent && "step",
    data: { focus: `turn-${number}` },
    onclick: () => lookAt(number),
  };
  const parts = [el("span", { class: "turn-number" }, number || ""), player && badge(player), el("span", {}, text)];
  return el("li", {}, el("button", attributes, parts));
}
