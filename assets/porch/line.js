// How a command is written as a line, and how a line is read into options. The porch reads it again, by the bot's
// names, and has the last word (crates/porch/src/people_api/command_line.rs).

import { localised, plain } from "./commands.js";

/**
 * Every value stands in quotes, so that it may hold blanks and colons. A quote within one would end it: it becomes a
 * curly one.
 * @param {string[]} path @param {[string, string][]} values
 */
export function write(path, values) {
  const parts = values.map(([name, value]) => `${name}:"${value.replaceAll('"', "”")}"`);
  return [`/${path.join(" ")}`, ...parts].join(" ");
}

/** Finds an option by its name or its localized name. */
export function optionNamed(options, name) {
  return options.find((option) => option.name === name || plain(localised(option, "name")) === plain(name));
}

/**
 * What a line says about the options: `to:gods pay:2 fruits`. What comes before the first name belongs to no option.
 * @returns {{loose: string, values: {option: any, value: string}[]}}
 */
export function read(options, rest) {
  const starts = [];
  for (const found of rest.matchAll(/"[^"]*"|(?<=^|\s)([\p{L}\p{N}_-]+):/gu)) {
    const option = found[1] && optionNamed(options, found[1]);
    if (option) starts.push({ option, at: found.index, after: found.index + found[0].length });
  }
  const values = starts.map(({ option, after }, number) => {
    const text = rest.slice(after, starts[number + 1]?.at).trim();
    return { option, value: /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text };
  });
  return { loose: rest.slice(0, starts[0]?.at).trim(), values };
}
