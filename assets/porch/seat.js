// The state of this tab: the person, the open channel, and the world as this person sees it. It renders nothing.

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
/** Returns a channel if this person can see it. */
export const channelOf = (id) => seat.world.channels.find((channel) => channel.id === id && isSeen(channel));
export const here = () => channelOf(seat.channel);
export const serverOf = (channel) => seat.world.servers.find((server) => server.id === channel?.server);

/** Returns the name of a person or the bot. */
export function nameOf(id) {
  return seat.world.bot?.id === id ? seat.world.bot.name : personOf(id)?.name;
}

/** Returns the displayed name of a channel: `#porch`, a thread's name, or `@` and the bot's name. */
export function nameOfChannel(channel) {
  if (!channel) return "";
  if (channel.kind === "dm") return `@${seat.world.bot?.name ?? ""}`;
  return channel.kind === "text" ? `#${channel.name}` : channel.name;
}

/** Returns the channels that this person can see, oldest first. */
export function openChannels() {
  return seat.world.channels.filter(isSeen).sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}

/** Returns whether this person can message the bot: they share a server, or have installed it. */
export function canMessageBot() {
  const person = personOf(seat.person.id);
  const isWithBot = (server) => server.bot && person.servers.includes(server.id);
  return Boolean(seat.world.bot && person && (person.installed || seat.world.servers.some(isWithBot)));
}

/** Returns whether a command is available: the bot is on the server, or this person installed it. */
export function isAvailable(command, place) {
  const types = command.integration_types ?? [0];
  const letIn = place?.kind === "dm" ? canMessageBot() : Boolean(serverOf(place)?.bot);
  return (
    (letIn && (types.includes(0) || Boolean(command.guild_id))) ||
    (types.includes(1) && Boolean(personOf(seat.person.id)?.installed))
  );
}

/** Adds or replaces a channel. */
export function storeChannel(place) {
  const channels = seat.world.channels;
  const at = channels.findIndex((channel) => channel.id === place.id);
  if (at < 0) channels.push(place);
  else channels[at] = place;
}

export function removeChannel(id) {
  seat.world.channels = seat.world.channels.filter((channel) => channel.id !== id);
}

// Settings are remembered by name, because a new porch gives the same persons new ids. The browser also keeps them for the
// next visit to the same porch.
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
    // Storage may be full or blocked; the page works without it.
  }
}

/** Removes what belongs to other porches; the colour scheme stays. */
function forgetOtherWorlds() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith("porch.") && name !== "porch.scheme");
  for (const name of names) localStorage.removeItem(name);
  localStorage.setItem(WORLD, seat.world.server.id);
}

const start = idAt(Date.now());
/** @type {string|null} */
let since = null;

/** Returns the id of this browser's first visit; older messages never count as unread. */
export function firstOpenedId() {
  if (!since && seat.world.server) {
    since = recall("opened") ?? start;
    remember("opened", since);
  }
  return since ?? start;
}
