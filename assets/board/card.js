// The card: what can be chosen, the turn as it would be, or what happened.

import { button, choiceButton, choiceList, choiceText } from "./choices.js";
import { byId, el } from "./elements.js";
import { badge } from "./players.js";
import { turnsView } from "./turns.js";
import { word } from "./words.js";

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
  const { step, headline, news } = page.state;
  const isFirst = page.trail.length === 1;
  return {
    title: step.question ?? headline,
    body: [
      paragraph("about", step.isAhead && word("web-ahead-about")),
      isFirst && suggestionList(page.suggestions, actions),
      choiceList([...step.spots, ...step.choices], actions.choose),
      isFirst &&
        news.length > 1 &&
        el("details", {}, el("summary", { data: { focus: "news" } }, word("web-news")), list("news", news)),
    ].flat(),
    foot: [(!isFirst || step.isAhead) && button("web-back", actions.back), isFirst && lastTurn(page, actions)],
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
  const { players, can, premove, news, seat } = page.state;
  const isOver = !can.resume && !players.some(({ isToAct }) => isToAct);
  return {
    title: word(isOver ? "web-standings" : "web-news"),
    body: [
      isOver && standings(players),
      premove &&
        el("div", { class: "premove" }, [
          el("h3", { class: "part" }, word("web-premove")),
          premove.lines.map((line) => el("p", {}, line)),
          button("web-forget", actions.forget),
        ]),
      can.ahead && paragraph("about", word("web-ahead-offer")),
      can.ahead && button("web-ahead", actions.decideAhead, premove ? "" : "is-main"),
      lastTurn(page, actions),
      // A single line would repeat the last turn.
      news.length > 1 && list("news", news),
      paragraph("about", seat === null && word("web-watching")),
    ],
    foot: [],
  };
}

/** The last turn, as a button that shows its areas on the board again. */
function lastTurn({ state: { lastTurn: turn, players } }, { showLastTurn }) {
  if (!turn) return null;
  const player = players.find(({ seat }) => seat === turn.seat);
  return el(
    "button",
    { class: "last-turn", type: "button", title: word("web-show-last"), data: { focus: "last-turn" }, onclick: showLastTurn },
    player && badge(player),
    el("span", {}, player && el("span", { class: "unseen" }, `${player.name}, `), turn.text),
  );
}

function standings(players) {
  const rows = [...players]
    .sort((one, other) => other.points - one.points)
    .map((player) =>
      el("li", {}, badge(player), el("span", { class: "standing-name" }, player.name), el("strong", {}, player.points)),
    );
  return el("ol", { class: "standings", role: "list" }, rows);
}
