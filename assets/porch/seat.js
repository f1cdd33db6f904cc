// Who sits in this tab, where they look, and what they know of the world. It keeps and remembers; it draws nothing.

import { idAt } from "./times.js";

export const seat = {
  /** @type {{server: any, servers: any[], bot: any, persons: any[], channels: any[], commands: any[]}} */
  world: { server: null, servers: [], bot: null, persons: [], channels: [], commands: [] },
  /** @type {{id: string, name: string, locale: string}} */
  person: { id: "", name: "", locale: "en-US" },
  /** @type {string|null} */
  channel: null,
};

const personOf = (id) => seat.world.persons.find((person) => person.id === id);
const isSeen = (channel) => !channel.hidden_from.includes(seat.person.id);
/** A channel that this person sees. */
export const channelOf = (id) => seat.world.channels.find((channel) => channel.id === id && isSeen(channel));
export const here = () => channelOf(seat.channel);
export const serverOf = (channel) => seat.world.servers.find((server) => server.id === channel?.server);

/** The name of a person or the bot. */
export function nameOf(id) {
  return seat.world.bot?.id === id ? seat.world.bot.name : personOf(id)?.name;
}

/** How a channel is called: `#porch`, a thread by its name, a channel with the bot by the bot's. */
export function nameOfChannel(channel) {
  if (!channel) return "";
  if (channel.kind === "dm") return `@${seat.world.bot?.name ?? ""}`;
  return channel.kind === "text" ? `#${channel.name}` : channel.name;
}

/** Channels that this person sees, the oldest first. */
export function openChannels() {
  return seat.world.channels.filter(isSeen).sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}

/** Whether this person can write to the bot alone: they are where it is, or have it for themselves. */
export function meetsBot() {
  const person = personOf(seat.person.id);
  const isWithBot = (server) => server.bot && person.servers.includes(server.id);
  return Boolean(seat.world.bot && person && (person.installed || seat.world.servers.some(isWithBot)));
}

/** Whether a command is there at all: the server let the bot in, or this person has it for themselves. */
export function isOffered(command, place) {
  const types = command.integration_types ?? [0];
  const letIn = place?.kind === "dm" ? meetsBot() : Boolean(serverOf(place)?.bot);
  return (
    (letIn && (types.includes(0) || Boolean(command.guild_id))) ||
    (types.includes(1) && Boolean(personOf(seat.person.id)?.installed))
  );
}

/** A channel was made or changed. */
export function keepChannel(place) {
  const channels = seat.world.channels;
  const at = channels.findIndex((channel) => channel.id === place.id);
  if (at < 0) channels.push(place);
  else channels[at] = place;
}

export function loseChannel(id) {
  seat.world.channels = seat.world.channels.filter((channel) => channel.id !== id);
}

// What a tab remembers, by names: a porch that opens anew has the same persons with other ids. Of a porch that keeps its
// world, the browser remembers it for the next evening too; of one that is gone, nothing.
const WORLD = "porch.world";
const isOfThisWorld = () => localStorage.getItem(WORLD) === seat.world.server?.id;

export function recall(key) {
  try {
    const name = `porch.${key}`;
    const known = sessionStorage.getItem(name) ?? (isOfThisWorld() ? localStorage.getItem(name) : null);
    return JSON.parse(known ?? "null");
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    const name = `porch.${key}`;
    sessionStorage.setItem(name, JSON.stringify(value));
    if (!seat.world.server) return;
    if (!isOfThisWorld()) forgetOtherWorlds();
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full memory is no reason not to play.
  }
}

/** The colour scheme belongs to the browser, not to a world. */
function forgetOtherWorlds() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith("porch.") && name !== "porch.scheme");
  for (const name of names) localStorage.removeItem(name);
  localStorage.setItem(WORLD, seat.world.server.id);
}

const start = idAt(Date.now());
/** @type {string|null} */
let since = null;

/** When this browser first opened this world, as an id: older messages never count as unread. */
export function opened() {
  if (!since && seat.world.server) {
    since = recall("opened") ?? start;
    remember("opened", since);
  }
  return since ?? start;
}
