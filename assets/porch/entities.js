// Options of menus for persons, roles and channels.

import { here, nameOfChannel, openChannels, seat, serverOf } from "./seat.js";

const NUMBERS = { dm: 1, text: 0, announcement: 5, thread: 11 };

/** The options of a menu; those of an ordinary one are its own. */
export function optionsOf(menu) {
  if (menu.type === 3) return menu.options ?? [];
  const chosen = new Set((menu.default_values ?? []).map(({ id }) => id));
  const found = [
    ...([5, 7].includes(menu.type) ? users() : []),
    ...([6, 7].includes(menu.type) ? roles() : []),
    ...(menu.type === 8 ? channels(menu.channel_types) : []),
  ];
  return found.map((option) => ({ ...option, default: chosen.has(option.value) }));
}

function users() {
  const server = here()?.server;
  const present = seat.world.persons.filter((person) => !server || person.servers.includes(server));
  const bot = seat.world.bot ? [seat.world.bot] : [];
  return [...present, ...bot].map(({ id, name }) => ({ label: `@${name}`, value: id }));
}

function roles() {
  const all = serverOf(here())?.roles ?? [];
  return all.map(({ id, name }) => ({ label: `@${name.replace(/^@/, "")}`, value: id }));
}

function channels(types) {
  const fits = (channel) => channel.kind !== "dm" && channel.server === here()?.server;
  const wanted = (channel) => !types?.length || types.includes(NUMBERS[channel.kind]);
  const all = openChannels().filter((channel) => fits(channel) && wanted(channel));
  return all.map((channel) => ({ label: nameOfChannel(channel), value: channel.id }));
}
