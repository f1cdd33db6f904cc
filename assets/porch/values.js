// The values of an option: those known to the page, and suggestions of the bot.

import { localised, plain } from "./commands.js";
import { nameOf, openChannels, seat } from "./seat.js";
import { word } from "./words.js";

/** @typedef {{label: string, value: string}} Value */

/** Ranges with more numbers than this are typed instead of chosen. */
const NUMBERS = 12;

/** Returns all values of an option; null if it accepts any text. @returns {Value[]|null} */
function all(option) {
  if (option.choices?.length) {
    return option.choices.map((choice) => ({ label: localised(choice, "name"), value: String(choice.value) }));
  }
  switch (option.type) {
    case 4: {
      const { min_value: least, max_value: most } = option;
      if (least === null || most === null || least === undefined || most === undefined || most - least >= NUMBERS)
        return null;
      return Array.from({ length: most - least + 1 }, (_, at) => ({
        label: String(least + at),
        value: String(least + at),
      }));
    }
    case 5:
      return [
        { label: word("yes"), value: "true" },
        { label: word("no"), value: "false" },
      ];
    case 6:
    case 9: {
      const ids = [...seat.world.persons.map((person) => person.id), seat.world.bot?.id].filter(Boolean);
      return ids.map((id) => ({ label: nameOf(id), value: id }));
    }
    case 7:
      return openChannels()
        .filter(({ kind }) => kind !== "dm")
        .map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return null;
  }
}

/** Returns the values that match the typed text, those that begin with it first. */
export function matchingValues(option, typed) {
  const values = option.autocomplete ? null : all(option);
  if (!values) return null;
  const wanted = plain(typed.trim());
  const begin = values.filter(({ label, value }) => plain(label).startsWith(wanted) || plain(value).startsWith(wanted));
  const within = values.filter((value) => !begin.includes(value) && plain(value.label).includes(wanted));
  return [...begin, ...within];
}

/** Returns the value whose label was typed, or the text itself. */
export function valueOfText(option, typed) {
  const wanted = plain(typed.trim());
  const same = (all(option) ?? []).find(({ label, value }) => plain(label) === wanted || plain(value) === wanted);
  return same ? same.value : typed.trim();
}

/** Converts suggestions of the bot, in the person's language. @returns {Value[]} */
export const botValues = (choices) =>
  (choices ?? []).map((choice) => ({ label: localised(choice, "name"), value: String(choice.value) }));

/** Returns the label of a value. */
export const labelOf = (option, value) => (all(option) ?? []).find((known) => known.value === value)?.label ?? value;
