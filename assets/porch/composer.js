// The input line for messages and commands. It keeps a draft per channel.

import { CommandForm } from "./command-form.js";
import { begun, fitting, usable } from "./commands.js";
import { byId } from "./elements.js";
import { read } from "./line.js";
import { Refused } from "./people.js";
import { here, nameOfChannel } from "./seat.js";
import * as suggestions from "./suggestions.js";
import { word } from "./words.js";

const form = byId("composer");
const say = byId("say");
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
  say.addEventListener("input", onInput);
  say.addEventListener("keydown", onKey);
  say.addEventListener("blur", () => suggestions.hide());
  say.addEventListener("focus", () => say.value.startsWith("/") && onInput());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  document.addEventListener("keydown", onKeyAnywhere);
}

/** Another channel, or another person: what was being written stays behind. @param {string} key who and where */
export function turnTo(key) {
  if (place) drafts.set(place, command ? "" : say.value);
  place = key;
  leaveCommand(drafts.get(key) ?? "");
  say.blur();
  tell("");
  const channel = here();
  say.placeholder = channel?.locked ? word("say-locked") : word("say", { channel: nameOfChannel(channel) });
  say.setAttribute("aria-label", say.placeholder);
  say.disabled = Boolean(channel?.locked);
  send.disabled = say.disabled;
}

/** Shows an error above the line. */
export function tell(sentence, lang = "") {
  notice.lang = lang;
  notice.textContent = sentence;
}

/** Shows matching commands. */
export function showCommands() {
  leaveCommand("/");
  say.focus();
  onInput();
}

async function onInput() {
  tell("");
  const text = say.value;
  if (!text.startsWith("/")) return suggestions.hide();
  const found = begun(text);
  if (found) return choose(found.command, found.rest);
  // The bot may have registered commands since the page last looked.
  if (text === "/") act.refresh().then(() => say.value === "/" && document.activeElement === say && list());
  list();
}

function list() {
  const found = fitting(say.value.slice(1));
  const items = found.map((command) => ({
    label: `/${command.shown}`,
    about: command.about,
    pick: () => choose(command),
  }));
  suggestions.suggest(say, items, { empty: word(usable().length ? "no-such-command" : "no-commands") });
}

/** Turns the line into a form with the options of this command. */
function choose(chosen, rest = "") {
  suggestions.hide();
  command?.close();
  say.hidden = true;
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
  say.hidden = false;
  say.value = text;
  suggestions.hide();
  if (was) {
    say.focus();
    say.setSelectionRange(text.length, text.length);
  }
}

function onKey(event) {
  if (event.isComposing) return;
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
  else say.focus();
}

/** Sends a message, or a known command; an unknown command is not sent. */
async function understand() {
  let found = begun(`${say.value.trimEnd()} `);
  if (!found) {
    await act.refresh();
    found = begun(`${say.value.trimEnd()} `);
  }
  suggestions.hide();
  if (found) choose(found.command, found.rest);
  else tell(word(usable().length ? "no-such-command" : "no-commands"));
  return Boolean(found);
}

async function submit() {
  if (sending) return;
  if (!command && say.value.startsWith("/") && !(await understand())) return;
  const made = command ? command.line() : { line: say.value.trim() };
  if (made.missing) return tell(word("needed", { name: made.missing }));
  if (made.unknown) return tell(word("no-such-option"));
  if (!made.line) return;
  sending = true;
  send.setAttribute("aria-busy", "true");
  tell("");
  const at = place;
  const writing = command;
  try {
    await act.type(made.line);
    // The user may have changed the channel or begun another line meanwhile.
    if (place === at && command === writing) leaveCommand("");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.message, error.lang);
  } finally {
    sending = false;
    send.removeAttribute("aria-busy");
  }
}
