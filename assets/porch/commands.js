// The commands of the bot, in the person's language, with each subcommand as a command.

import { here, isAvailable, seat } from "./seat.js";

/** @typedef {{path: string[], shown: string, about: string, options: any[], sort: number}} Command */

/** Returns a name or description in the person's language, if available. */
export function localised(thing, field) {
  const words = thing[`${field}_localizations`] ?? {};
  const { locale } = seat.person;
  return words[locale] ?? words[locale.split("-")[0]] ?? thing[field] ?? "";
}

const isBranch = (option) => option.type === 1 || option.type === 2;

/** Returns all commands that can be typed in the open channel, including that of the Activity. @returns {Command[]} */
export const usableCommands = () =>
  [...commandsOfType(1), ...commandsOfType(4)].flatMap((command) => listCommands(command, [], []));

/** Returns the commands on a person that are usable in the open channel. */
export const personCommands = () => commandsOfType(2);

function commandsOfType(type) {
  const place = here();
  const context = place?.kind === "dm" ? 1 : 0;
  const fits = (command) =>
    (command.type ?? 1) === type &&
    isAvailable(command, place) &&
    (!command.guild_id || command.guild_id === place?.server) &&
    (command.contexts?.includes(context) ?? (context === 0 || command.dm_permission !== false));
  return seat.world.commands.filter(fits);
}

/** A command with subcommands is listed as its subcommands. */
function listCommands(command, above, shownAbove) {
  const path = [...above, command.name];
  const shown = [...shownAbove, localised(command, "name")];
  const options = command.options ?? [];
  if (options.some(isBranch)) return options.filter(isBranch).flatMap((option) => listCommands(option, path, shown));
  // Required options come first.
  const sorted = [...options].sort((one, other) => Number(other.required ?? false) - Number(one.required ?? false));
  return [{ path, shown: shown.join(" "), about: localised(command, "description"), options: sorted }];
}

/** Returns a command as it is shown, in the person's language. @param {string} path such as `table open` */
export function shownCommand(path) {
  const onPerson = personCommands().find((command) => command.name === path);
  if (onPerson) return localised(onPerson, "name");
  return `/${usableCommands().find((command) => command.path.join(" ") === path)?.shown ?? path}`;
}

/** Returns the commands that match the text after the slash, best first. @param {string} typed */
export function matchingCommands(typed) {
  const wanted = plain(typed.trim());
  const rank = ({ path, shown, about }) => {
    const names = [plain(path.join(" ")), plain(shown)];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.split(" ").some((part) => part.startsWith(wanted)))) return 1;
    if (names.some((name) => name.includes(wanted))) return 2;
    return wanted.length > 2 && plain(about).includes(wanted) ? 3 : 9;
  };
  return usableCommands()
    .map((command, at) => ({ command, rank: rank(command), at }))
    .filter(({ rank }) => rank < 9)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ command }) => command);
}

/** Removes accents and case, so that "deplacer" finds "déplacer". */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the command with which a line begins, once followed by a space, and the rest of the line. */
export function splitCommand(line) {
  const text = line.slice(1);
  const found = usableCommands().flatMap((command) =>
    [command.path.join(" "), command.shown].map((name) => ({ command, name })),
  );
  found.sort((one, other) => other.name.length - one.name.length);
  const fits = found.find(({ name }) => plain(text).startsWith(`${plain(name)} `) && /\s/.test(text[name.length]));
  return fits && { command: fits.command, rest: text.slice(fits.name.length).trimStart() };
}
