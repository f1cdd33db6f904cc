// The log of turns, with a slider through all positions of the game, and the review of a finished game.

import { button } from "./choices.js";
import { el } from "./elements.js";
import { badge } from "./players.js";
import { word } from "./words.js";

/** How long the slider has to rest before its position is loaded. */
const SLIDER_DELAY_MS = 120;

let timer = 0;

/** @param {Page} page @param {CardActions} actions */
export function turnsView({ state, replay: { turns, number, review } }, { lookAt, back, review: startReview }) {
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
      state.can.review && !review && button("chat-button-review", startReview),
      review && reviewView(review, state.players, lookAt),
      el("ol", { role: "list" }, items.map((turn) => turnItem(turn, state.players, turn.number === number, lookAt))),
    ],
    foot: [button("web-now", back, "is-main")],
  };
}

/** The accuracy of the players, and the costliest turns. */
function reviewView({ progress, lines, turns }, players, lookAt) {
  if (progress) return el("p", { class: "message" }, progress);
  const items = turns.map(({ number, seat, cost, lines: about }) => {
    // The position before the turn is where it was chosen.
    const turn = turnButton({ number, seat, text: cost }, players, false, () => lookAt(number - 1));
    return el("li", {}, turn, about.map((line) => el("p", { class: "about" }, line)));
  });
  return el("section", { class: "review", "aria-label": word("chat-button-review") }, [
    lines.map((line) => el("p", {}, line)),
    el("ol", { role: "list" }, items),
  ]);
}

function turnItem(turn, players, isCurrent, lookAt) {
  return el("li", {}, turnButton(turn, players, isCurrent, () => lookAt(turn.number), `turn-${turn.number}`));
}

function turnButton({ number, seat, text }, players, isCurrent, onclick, focus = `review-${number}`) {
  const player = players.find((other) => other.seat === seat);
  const attributes = { class: "turn", type: "button", "aria-current": isCurrent && "step", data: { focus }, onclick };
  const parts = [el("span", { class: "turn-number" }, number || ""), player && badge(player), el("span", {}, text)];
  return el("button", attributes, parts);
}
