// What people think of a message: the signs that they set under it, and the poll in it. Pressing sets and takes back.

import { el } from "./elements.js";
import { nameOf, seat } from "./seat.js";
import { word } from "./words.js";

/** @param {any} message @param {any} act react */
export function reactionsView(message, act) {
  if (!message.reactions?.length) return null;
  const signs = message.reactions.map(({ emoji, persons }) => {
    const mine = persons.includes(seat.person.id);
    return toggle(`${emoji} ${persons.length}`, mine, `r-${emoji}`, () => act.react(message, emoji, mine), {
      title: persons.map(nameOf).filter(Boolean).join(", "),
    });
  });
  return el("div", { class: "row" }, signs);
}

/** @param {any} message @param {any} act vote */
export function pollView({ id, poll }, act) {
  if (!poll) return null;
  const counts = new Map(poll.results.answer_counts.map((answer) => [answer.id, answer]));
  const votes = (number) => counts.get(number)?.voters ?? [];
  const own = poll.answers.map(({ answer_id }) => answer_id).filter((number) => votes(number).includes(seat.person.id));
  const vote = (number) => {
    const others = poll.allow_multiselect ? own : own.filter((it) => it === number);
    const next = own.includes(number) ? others.filter((it) => it !== number) : [...others, number];
    return act.vote({ id }, next);
  };
  const over = poll.results.is_finalized;
  const answers = poll.answers.map(({ answer_id, poll_media: { text, emoji } }) => {
    const label = `${emoji?.name ? `${emoji.name} ` : ""}${text} · ${counts.get(answer_id)?.count ?? 0}`;
    return toggle(label, own.includes(answer_id), `v-${answer_id}`, () => vote(answer_id), { disabled: over });
  });
  return el(
    "div",
    { class: "frame" },
    el("p", { class: "frame-title" }, poll.question.text),
    el("div", { class: "row" }, answers),
    over && el("p", { class: "frame-foot" }, word("poll-over")),
  );
}

function toggle(label, on, key, onclick, more) {
  return el(
    "button",
    { class: `button style-${on ? 1 : 2}`, type: "button", "aria-pressed": String(on), data: { key }, onclick, ...more },
    label,
  );
}
