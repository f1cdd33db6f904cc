// The card beside the pictures: what can be chosen, the turn as it would be, what happened, the log of turns;
// the players; and the focus.

import { areaKey, choiceText } from "./scene.js";
import { byId, el, word } from "./words.js";

/** Draws the card. @param {Page} page @param {CardActions} actions */
export function showCard(page, actions) {
  const { title, body, foot } = viewOf(page)(page, actions);
  byId("card-title").textContent = title;
  const message = page.message && el("p", { class: "message" }, page.message);
  byId("card-body").replaceChildren(...[message, proposalView(page.state, actions), ...body].flat().filter(Boolean));
  byId("card-foot").replaceChildren(...foot.filter(Boolean));
}

/** What a player proposes, with the buttons of those who are asked. */
function proposalView({ proposal }, { agree, decline }) {
  if (!proposal) return null;
  const buttons = proposal.isOpen && [button("chat-button-agree", agree, "is-main"), button("chat-button-disagree", decline)];
  return el("div", { class: "proposal" }, el("p", {}, proposal.text), buttons && el("div", { class: "answers" }, buttons));
}

function viewOf({ replay, state: { step } }) {
  if (replay) return turnsView;
  if (!step) return waitingView;
  return step.confirmation ? confirmationView : stepView;
}

const paragraph = (className, text) => text && el("p", { class: className }, text);
const list = (className, texts) => texts.length > 0 && el("ol", { class: className }, texts.map((text) => el("li", {}, text)));

function stepView(page, actions) {
  const { step, headline } = page.state;
  const isFirst = page.trail.length === 1;
  const choices = [...step.spots, ...step.choices];
  const shown = page.spot ? choices.filter(({ area }) => area && areaKey(area) === page.spot) : choices;
  return {
    title: step.question ?? headline,
    body: [
      paragraph("about", step.isAhead && word("web-ahead-about")),
      isFirst && suggestionList(page.suggestions, actions),
      choiceList(shown, actions.choose),
    ].flat(),
    foot: [
      (!isFirst || step.isAhead || page.spot) && button("web-back", actions.back),
      isFirst && newsList(page.state, actions),
    ],
  };
}

function suggestionList(suggestions, { suggest }) {
  if (!suggestions?.length) return null;
  const items = suggestions.map((suggestion, index) => {
    const text = choiceText({ label: suggestion.text, effect: suggestion.why, isPossible: true });
    const attributes = { class: "choice", type: "button", data: { focus: `hint-${index}` }, onclick: () => suggest(suggestion) };
    return el("li", {}, el("button", attributes, text));
  });
  return [el("h3", { class: "part" }, word("web-hint")), el("ol", { class: "choices", role: "list" }, items)];
}

function confirmationView(page, actions) {
  const { step } = page.state;
  const { story, outcome, effects, warning, groups } = step.confirmation;
  return {
    title: step.question ?? word("web-confirm"),
    body: [
      paragraph("about", step.isAhead && word("web-ahead-about")),
      paragraph("story", story),
      paragraph("outcome", outcome),
      list("effects", effects),
      paragraph("warning", warning),
      ...groups.flatMap((group, index) => alternatives(group, `group-${index}`, step.picks.join(), actions)),
    ],
    foot: [button("web-back", actions.back), button(step.isAhead ? "web-do-ahead" : "web-do", actions.confirm, "is-main")],
  };
}

function alternatives({ name, choices }, id, chosen, { replace }) {
  const items = choices.map((choice) => el("li", {}, choiceButton(choice, replace, choice.picks.join() === chosen)));
  return [
    el("h3", { class: "part", id }, name),
    el("ul", { class: "choices is-row", role: "list", "aria-labelledby": id }, items),
  ];
}

/** What is shown to those who have nothing to decide: waiting, watching, or after the end. */
function waitingView(page, actions) {
  const { players, can, premove, seat } = page.state;
  const isOver = !can.resume && !players.some(({ isToAct }) => isToAct);
  return {
    title: word(isOver ? "web-standings" : "web-news"),
    body: [
      isOver && standings(players),
      paragraph("about", isOver && word("web-over")),
      premove &&
        el("div", { class: "premove" }, [
          el("h3", { class: "part" }, word("web-premove")),
          premove.lines.map((line) => el("p", {}, line)),
          button("web-forget", actions.forget),
        ]),
      can.ahead && paragraph("about", word("web-ahead-offer")),
      can.ahead && button("web-ahead", actions.decideAhead, premove ? "" : "is-main"),
      newsList(page.state, actions),
      paragraph("about", seat === null && word("web-watching")),
    ],
    foot: isOver
      ? [can.review && button("chat-button-review", actions.openReview), button("web-turns", actions.openTurns)]
      : [],
  };
}

/** The turns since the user's last turn, as buttons that show their areas on the board again. */
function newsList({ news, players }, { showTurn }) {
  if (!news.length) return null;
  const items = news.map((turn, index) => {
    const player = players.find(({ seat }) => seat === turn.seat);
    const attributes = { class: "told", type: "button", data: { focus: `news-${index}` }, onclick: () => showTurn(turn) };
    const title = word("web-show-last");
    return el("li", {}, el("button", { ...attributes, title }, player && badge(player), el("span", {}, turn.text)));
  });
  return el("ol", { class: "news", role: "list", "aria-label": word("web-news") }, items);
}

function standings(players) {
  const rows = [...players]
    .sort((one, other) => other.points - one.points)
    .map((player) =>
      el("li", {}, badge(player), el("span", { class: "standing-name" }, player.name), el("strong", {}, player.points)),
    );
  return el("ol", { class: "standings", role: "list" }, rows);
}

// ——— buttons ———

/** More choices than these are listed in two columns. */
const MAX_LARGE = 8;

/** A button with a word; the word also identifies it for the focus. */
const button = (key, onclick, className = "") =>
  el("button", { class: `button ${className}`, type: "button", data: { focus: key }, onclick }, word(key));

/**
 * @param {Choice} choice
 * @param {(choice: Choice) => void} choose
 * @param {boolean} [isCurrent] whether it is what is chosen now, among alternatives
 */
function choiceButton(choice, choose, isCurrent) {
  const { letter, label, isPossible, area, picks } = choice;
  const attributes = {
    class: isPossible ? "choice" : "choice is-impossible",
    type: "button",
    "aria-disabled": !isPossible && "true",
    "aria-pressed": isCurrent === undefined ? null : String(isCurrent),
    data: { focus: `${picks} ${label}`, letter: letter ?? "", ...(area && { spot: areaKey(area) }) },
    onclick: () => choose(choice),
  };
  return el("button", attributes, letter && [el("span", { class: "letter" }, letter), " "], choiceText(choice));
}

/** Returns the choices of a step as a list: those that are possible first. @param {Choice[]} choices */
function choiceList(choices, choose) {
  const ordered = [...choices].sort((one, other) => Number(other.isPossible) - Number(one.isPossible));
  const className = choices.length > MAX_LARGE && choices.every(({ effect }) => !effect) ? "choices is-compact" : "choices";
  const items = ordered.map((choice) => el("li", {}, choiceButton(choice, choose)));
  return el("ul", { class: className, role: "list", "aria-labelledby": "card-title" }, items);
}

// ——— the log of turns, with a slider through all positions of the game, and the review of a finished game ———

/** How long the slider has to rest before its position is loaded. */
const SLIDER_DELAY_MS = 120;

let sliderTimer = 0;

/** @param {Page} page @param {CardActions} actions */
function turnsView({ state, replay: { turns, number, review } }, { lookAt, back, review: startReview }) {
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
      clearTimeout(sliderTimer);
      sliderTimer = setTimeout(() => lookAt(Number(slider.value)), SLIDER_DELAY_MS);
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

// ——— the players as chips above the board; in Hawaii, a chip shows the player's realm ———

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
function badge({ seat, colour, letter }) {
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

// ——— the focus: it stays where the user is, and links spots of the pictures with their entries in the card ———

/** Redraws parts of the page. The focus stays on the same thing: elements are recognized by `data-focus`. */
export function keepFocus(redraw) {
  const key = document.activeElement?.dataset?.focus;
  redraw();
  if (!key || document.activeElement !== document.body) return;
  const same = [...document.querySelectorAll("[data-focus]")].find((element) => element.dataset.focus === key);
  (same ?? byId("card-title")).focus({ preventScroll: true });
}

/** Moves the focus to what is next: the choice one came back from, Do it, the first choice, or the heading of the card. */
export function focusNext(left = null) {
  const find = (selector) => byId("card").querySelector(selector);
  const next = (left && find(`[data-focus^="${left} "]`)) ?? find(".card-foot .is-main") ?? find(".choice:not(.is-impossible)");
  byId("card-body").scrollTo({ top: 0 });
  (next ?? byId("card-title")).focus();
}

/** Describes the rules in short: a summary, and topics to unfold. @param {Rules} rules */
export function describeRules({ summary, topics }) {
  const part = ({ title, lines }) => [el("h3", {}, title), list("effects", lines)];
  const topic = ({ title, lines }) =>
    el("details", {}, el("summary", {}, title), lines.map((line) => el("p", {}, line)));
  return [...summary.flatMap(part), ...topics.map(topic)].filter(Boolean);
}

/** Moves the focus to the entry of a choice in the card. @param {Choice} choice */
export function focusLinked(choice) {
  const entry = entriesOf(areaKey(choice.area))[0];
  entry?.focus();
  entry?.scrollIntoView({ block: "nearest" });
}

const entriesOf = (spot) =>
  [...byId("card-body").querySelectorAll("[data-spot]")].filter((entry) => entry.dataset.spot === spot);

/**
 * Highlights a spot and its entries while one of them is pointed at or has the focus, and leads from a letter key to its spot.
 * @param {import("./scene.js").Scene[]} scenes
 */
export function linkSpots(scenes) {
  const link = (spot) => {
    const key = spot?.dataset.spot ?? null;
    for (const element of document.querySelectorAll("[data-spot]")) {
      element.classList.toggle("is-linked", element.dataset.spot === key);
    }
    // An entry in the card says the same as the tip.
    for (const scene of scenes) scene.showTip(spot?.classList.contains("spot") ? key : null);
  };
  // A focus that the program moved after a click highlights nothing.
  const focused = () => document.querySelector("[data-spot]:focus-visible");
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") link(target.closest("[data-spot]") ?? focused());
  });
  document.addEventListener("focusin", () => link(focused()));
  document.addEventListener("focusout", () => link(null));
  document.addEventListener("keydown", onLetter);
}

/** A letter leads to its spot or entry, if the focus is on the pictures or in the card. */
function onLetter({ key, target, ctrlKey, metaKey, altKey }) {
  const part = target.closest?.(".stage, .card");
  if (!part || key.length !== 1 || ctrlKey || metaKey || altKey) return;
  const letter = key.toLocaleUpperCase();
  [...part.querySelectorAll("[data-letter]")].find((element) => element.dataset.letter === letter)?.focus();
}
