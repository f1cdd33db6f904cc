// The list of channels with their threads and unread marks.

import { byId, el } from "./elements.js";
import { canMessageBot, openChannels, seat } from "./seat.js";
import { unreadIn } from "./unread.js";
import { word } from "./words.js";

const place = byId("channels");
/** Channels whose closed threads are shown. */
const unfolded = new Set();

/**
 * @param {(channel: string) => void} goTo
 * @param {() => void} openDirect opens the direct messages with the bot
 */
export function showChannels(goTo, openDirect) {
  const all = openChannels();
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
  const servers = seat.world.servers.filter((server) => all.some((channel) => channel.server === server.id));
  const groups = servers.map((server) => {
    const tops = all.filter((channel) => channel.server === server.id && channel.kind !== "thread");
    const title = servers.length > 1 ? server.name : word("channels");
    return group(
      title,
      tops.map((channel) => channelWithThreads(channel, all, goTo)),
    );
  });
  const direct = all.filter((channel) => channel.kind === "dm").map((channel) => channelItem(channel, goTo));
  if (!direct.length && canMessageBot()) direct.push(channelItem({ id: "direct", kind: "dm" }, openDirect));
  if (direct.length) groups.push(group(word("direct"), direct));
  place.replaceChildren(...groups);
  if (held) place.querySelector(`[data-channel="${held}"]`)?.focus({ preventScroll: true });
}

function group(title, items) {
  return el("section", { class: "group" }, el("h3", { class: "group-name" }, title), el("ul", {}, items));
}

function channelWithThreads(channel, all, goTo) {
  const threads = all.filter((thread) => thread.parent === channel.id);
  const open = threads.filter((thread) => !thread.archived || thread.id === seat.channel);
  const closed = threads.filter((thread) => !open.includes(thread));
  const items = open.map((thread) => channelItem(thread, goTo));
  if (closed.length) items.push(archivedThreads(channel, closed, goTo));
  return channelItem(
    channel,
    goTo,
    items.length > 0 &&
      el("ul", { class: "threads", "aria-label": word("threads-of", { channel: channel.name }) }, items),
  );
}

/** Groups archived threads. */
function archivedThreads(channel, closed, goTo) {
  const ontoggle = ({ target }) => (target.open ? unfolded.add(channel.id) : unfolded.delete(channel.id));
  return el(
    "li",
    {},
    el(
      "details",
      { class: "closed", open: unfolded.has(channel.id), ontoggle },
      el("summary", { data: { channel: `closed-${channel.id}` } }, word("archived", { count: closed.length })),
      el(
        "ul",
        {},
        closed.map((thread) => channelItem(thread, goTo)),
      ),
    ),
  );
}

function channelItem(channel, goTo, below) {
  const { count, calls } = unreadIn(channel.id);
  const name = channel.kind === "dm" ? (seat.world.bot?.name ?? "") : channel.name;
  const sign = channel.kind === "thread" ? "↳" : channel.kind === "dm" ? "@" : "#";
  const follow = (event) => {
    event.preventDefault();
    goTo(channel.id);
  };
  const current = channel.id === seat.channel;
  const link = el(
    "a",
    {
      class: ["channel", count && "is-unread", calls && "is-calling", channel.archived && "is-closed"]
        .filter(Boolean)
        .join(" "),
      href: `#${channel.id}`,
      "aria-current": current ? "page" : null,
      data: { channel: channel.id },
      onclick: follow,
    },
    el("span", { class: "sign", "aria-hidden": "true" }, sign),
    el("span", { class: "channel-label" }, name),
    channel.archived && el("span", { class: "unseen" }, ` (${word("closed")})`),
    count > 0 && el("span", { class: "badge", "aria-hidden": "true" }, count > 99 ? "99+" : String(count)),
    count > 0 && el("span", { class: "unseen" }, ` (${word(calls ? "calls" : "unread", { count })})`),
  );
  return el("li", {}, link, below);
}
