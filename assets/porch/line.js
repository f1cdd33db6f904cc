// Converts a command to a line, and a line to options. The porch parses the line again, and its result counts
// (crates/porch/src/people_api/command_line.rs).

import { localised, plain } from "./commands.js";

/**
 * Quotes every value, so that it can contain spaces and colons. Quotes within a value become curly.
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
 * Parses options such as `to:gods pay:2 fruits`. `loose` is the text before the first option.
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
