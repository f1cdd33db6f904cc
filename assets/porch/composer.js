// The input line for messages and commands. It keeps a draft per channel.

import { CommandForm } from "./command-form.js";
import { splitCommand, matchingCommands, usableCommands } from "./commands.js";
import { byId } from "./elements.js";
import { read } from "./line.js";
import { Refused } from "./people.js";
import { here, nameOfChannel } from "./seat.js";
import * as suggestions from "./suggestions.js";
import { word } from "./words.js";

const form = byId("composer");
const input = byId("say");
const send = byId("send");
const notice = byId("notice");

/** @type {CommandForm|null} */
let command = null;
let sending = false;
/** Drafts by person and channel, and the current key. */
const drafts = new Map();
let place = "";
let act = { type: async (_line) => {}, refresh: async () => {} };

/** @param {{type: (line: string) => Promise<void>, refresh: () => Promise<void>}} doing */
export function openComposer(doing) {
  act = doing;
  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => suggestions.hide());
  input.addEventListener("focus", () => input.value.startsWith("/") && onInput());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  document.addEventListener("keydown", onKeyAnywhere);
}

/** Saves the draft and loads that of another person or channel. @param {string} key the person and channel */
export function switchDraft(key) {
  if (place) drafts.set(place, command ? "" : input.value);
  place = key;
  leaveCommand(drafts.get(key) ?? "");
  input.blur();
  showError("");
  const channel = here();
  input.placeholder = channel?.locked ? word("say-locked") : word("say", { channel: nameOfChannel(channel) });
  input.setAttribute("aria-label", input.placeholder);
  input.disabled = Boolean(channel?.locked);
  send.disabled = input.disabled;
}

/** Shows an error above the line. */
export function showError(sentence, lang = "") {
  notice.lang = lang;
  notice.textContent = sentence;
}

/** Shows matching commands. */
export function showCommands() {
  leaveCommand("/");
  input.focus();
  onInput();
}

async function onInput() {
  showError("");
  const text = input.value;
  if (!text.startsWith("/")) return suggestions.hide();
  const found = splitCommand(text);
  if (found) return choose(found.command, found.rest);
  // The bot may have registered commands since the page last looked.
  if (text === "/") act.refresh().then(() => input.value === "/" && document.activeElement === input && suggestCommands());
  suggestCommands();
}

function suggestCommands() {
  const found = matchingCommands(input.value.slice(1));
  const items = found.map((command) => ({
    label: `/${command.shown}`,
    about: command.about,
    pick: () => choose(command),
  }));
  suggestions.suggest(input, items, { empty: word(usableCommands().length ? "no-such-command" : "no-commands") });
}

/** Turns the line into a form with the options of this command. */
function choose(chosen, rest = "") {
  suggestions.hide();
  command?.close();
  input.hidden = true;
  command = new CommandForm(chosen, { leave: leaveCommand, send: submit });
  const { loose, values } = read(chosen.options, rest);
  const firstField = command.fields[0];
  if (loose && firstField) command.fill(firstField, loose);
  for (const { option, value } of values) command.add(option, value);
  command.focus();
}

function leaveCommand(text = "") {
  const was = command;
  command = null;
  was?.close();
  input.hidden = false;
  input.value = text;
  suggestions.hide();
  if (was) {
    input.focus();
    input.setSelectionRange(text.length, text.length);
  }
}

function onKey(event) {
  if (event.isComposing) return;
  // An unknown command gives way to the list of all.
  const isUnknown = input.value.startsWith("/") && !suggestions.count();
  if (event.key === "Escape" && isUnknown) return showCommands();
  if (!suggestions.isOpen()) return;
  if (event.key === "ArrowDown") suggestions.step(1);
  else if (event.key === "ArrowUp") suggestions.step(-1);
  else if (event.key === "Escape") suggestions.hide();
  else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && suggestions.isOnOne())
    suggestions.take();
  else return;
  event.preventDefault();
}

/** Typing without focus goes to the composer, and Escape leads back to it from the messages. */
function onKeyAnywhere(event) {
  const leaves = event.key === "Escape" && byId("log").contains(document.activeElement);
  if (leaves && !document.querySelector(":popover-open")) return focusComposer();
  const nowhere = [document.body, byId("log"), byId("channel-name")].includes(document.activeElement);
  if (!nowhere || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  focusComposer();
}

/** Focuses the input. */
export function focusComposer() {
  if (command) command.focus();
  else input.focus();
}

/** Sends a message, or a known command; an unknown command is not sent. */
async function recognizeCommand() {
  let found = splitCommand(`${input.value.trimEnd()} `);
  if (!found) {
    await act.refresh();
    found = splitCommand(`${input.value.trimEnd()} `);
  }
  suggestions.hide();
  if (found) choose(found.command, found.rest);
  else showError(word(usableCommands().length ? "no-such-command" : "no-commands"));
  return Boolean(found);
}

async function submit() {
  if (sending) return;
  if (!command && input.value.startsWith("/") && !(await recognizeCommand())) return;
  const made = command ? command.line() : { line: input.value.trim() };
  if (made.missing) return showError(word("needed", { name: made.missing }));
  if (made.unknown) return showError(word("no-such-option"));
  if (!made.line) return;
  sending = true;
  send.setAttribute("aria-busy", "true");
  showError("");
  const at = place;
  const writing = command;
  try {
    await act.type(made.line);
    // The user may have changed the channel or begun another line meanwhile.
    if (place === at && command === writing) leaveCommand("");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message, error.lang);
  } finally {
    sending = false;
    send.removeAttribute("aria-busy");
  }
}
