// Fields of a modal other than text: menus and files, each with a function that reads it.

import { el } from "./elements.js";
import { optionsOf } from "./entities.js";
import { uploadFile } from "./people.js";
import { seat } from "./seat.js";

/**
 * @param {any} input as the bot made it @param {string} id
 * @returns {{control: any, read: () => any}|null} null for an unsupported type
 */
export function choiceField(input, id) {
  const needed = input.required !== false;
  const several = (input.max_values ?? 1) > 1;
  if (input.type === 19) {
    const control = el("input", { id, type: "file", required: needed, multiple: several });
    return { control, read: () => Promise.all([...control.files].map((file) => uploadFile(seat.person.id, file))) };
  }
  if (input.type !== 3 && !(input.type >= 5 && input.type <= 8)) return null;
  const options = optionsOf(input);
  const control = el(
    "select",
    { id, required: needed, multiple: several },
    !several && el("option", { value: "" }, input.placeholder ?? ""),
    options.map(({ label, value, default: chosen }) => el("option", { value, selected: chosen }, label)),
  );
  return { control, read: () => [...control.selectedOptions].map((option) => option.value).filter(Boolean) };
}
