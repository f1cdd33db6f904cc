// A chosen command with its options as fields. Keys:
// Tab and arrows move, Enter sends, Escape leaves, Backspace in an empty field goes back.

import { byId, el } from "./elements.js";
import { localised, plain } from "./commands.js";
import { optionNamed, write } from "./line.js";
import * as people from "./people.js";
import { seat } from "./seat.js";
import * as suggestions from "./suggestions.js";
import { matchingValues, labelOf, valueOfText, botValues } from "./values.js";
import { word } from "./words.js";

/** How long to wait after a key before asking the bot for suggestions. */
const PAUSE = 150;

const place = byId("command");
const hint = byId("hint");

export class CommandForm {
  /**
   * @param {import("./commands.js").Command} command
   * @param {{leave: (line: string) => void, send: () => void}} act
   */
  constructor(command, act) {
    this.command = command;
    this.act = act;
    /** @type {{option: any, input: HTMLInputElement, chip: HTMLElement, picked: {label: string, value: string}|null}[]} */
    this.fields = [];
    this.asked = 0;
    this.timer = 0;
    this.chips = el("div", { class: "chips" });
    this.more = el("div", { class: "more-options" });
    const leave = el(
      "button",
      {
        class: "leave",
        type: "button",
        // Escape does the same; Tab must move on without losing what was typed.
        tabindex: "-1",
        "aria-label": word("leave-command"),
        title: word("leave-command"),
        onclick: () => this.leave(),
      },
      "✕",
    );
    place.replaceChildren(el("span", { class: "command-name" }, `/${command.shown}`), this.chips, leave);
    place.setAttribute("aria-label", `/${command.shown}: ${command.about}`);
    place.hidden = false;
    this.rest = this.restView();
    for (const option of command.options.filter((option) => option.required)) this.add(option);
    this.showMore();
  }

  /** Takes the keys of a command without required options: Enter sends, or an option is chosen by name. */
  restView() {
    const { shown, options } = this.command;
    const rest = el("input", {
      class: "no-options",
      type: "text",
      placeholder: word("ready-to-send"),
      readonly: options.length === 0,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      "aria-label": `/${shown}, ${word("ready-to-send")}`,
      "aria-describedby": "hint",
      autocomplete: "off",
      spellcheck: "false",
    });
    rest.addEventListener("keydown", (event) => this.onKey(event, null));
    rest.addEventListener("input", () => this.optionIn(rest) || this.suggestOptions());
    rest.addEventListener("focus", () => this.suggestOptions());
    rest.addEventListener("blur", () => suggestions.hide());
    return rest;
  }

  suggestOptions() {
    const typed = plain(this.rest.value.trim());
    const fits = this.command.options.filter(
      (option) => plain(localised(option, "name")).startsWith(typed) || option.name.startsWith(typed),
    );
    const items = fits.map((option) => ({
      label: localised(option, "name"),
      about: localised(option, "description"),
      pick: () => this.add(option).input.focus(),
    }));
    suggestions.suggest(this.rest, items, {
      on: typed ? 0 : -1,
      empty: this.command.options.length ? word("no-such-option") : "",
    });
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    suggestions.hide();
    place.hidden = true;
    hint.hidden = true;
    place.replaceChildren();
    hint.replaceChildren();
  }

  leave() {
    this.act.leave(`/${this.command.path.join(" ")}`);
  }

  /** Focuses the first empty field. */
  focus() {
    const empty = this.fields.find((field) => !field.input.value);
    (empty ?? this.fields.at(-1))?.input.focus();
    if (!this.fields.length) this.rest.focus();
  }

  add(option, value = "") {
    const there = this.fields.find((field) => field.option === option);
    if (there) return this.fill(there, value);
    const name = localised(option, "name");
    const about = localised(option, "description");
    const id = `option-${option.name}`;
    const input = el("input", {
      class: "field",
      id,
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      "aria-required": String(option.required ?? false),
      "aria-describedby": "hint",
      autocapitalize: "off",
      enterkeyhint: "send",
      maxlength: option.type === 3 ? option.max_length : null,
      autocomplete: "off",
      spellcheck: "false",
      inputmode: option.type === 4 && !option.autocomplete ? "numeric" : option.type === 10 ? "decimal" : null,
    });
    const chip = el(
      "span",
      { class: option.required ? "chip" : "chip is-optional", onclick: () => input.focus() },
      el("label", { for: id }, name),
      input,
    );
    const field = { option, input, chip, picked: null };
    input.addEventListener("focus", () => this.onFocus(field, about));
    input.addEventListener("input", () => this.onInput(field));
    input.addEventListener("keydown", (event) => this.onKey(event, field));
    input.addEventListener("blur", () => suggestions.hide());
    this.fields.push(field);
    this.chips.append(chip);
    this.rest.value = "";
    this.rest.remove();
    this.fill(field, value);
    this.showMore();
    return field;
  }

  fill(field, value) {
    if (value) {
      const label = labelOf(field.option, value);
      field.input.value = label;
      field.picked = label === value ? null : { label, value };
    }
    this.fit(field);
    return field;
  }

  /** Fits the width of a field to its content. */
  fit(field) {
    field.input.style.width = `${Math.min(34, Math.max(5, [...field.input.value].length + 3))}ch`;
    field.chip.classList.remove("is-missing");
  }

  remove(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.chip.remove();
    this.showMore();
  }

  /** The options that can still be added. */
  showMore() {
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    const buttons = left.map((option) => {
      const name = localised(option, "name");
      const add = () => this.add(option).input.focus();
      return el(
        "button",
        {
          class: "add",
          type: "button",
          onclick: add,
          "aria-label": word("add-option", { name }),
          title: localised(option, "description"),
        },
        `+ ${name}`,
      );
    });
    this.more.replaceChildren(...buttons);
    if (!this.fields.length) this.chips.replaceChildren(this.rest);
    this.showHint(this.command.about);
  }

  showHint(text, optional = null) {
    const mark =
      optional === null ? null : el("span", { class: "hint-mark" }, word(optional ? "optional" : "required"));
    hint.replaceChildren(el("span", { class: "hint-text" }, text, mark), this.more);
    hint.hidden = false;
  }

  onFocus(field, about) {
    this.showHint(about, !field.option.required);
    if (field.input.value && field.picked) return;
    this.suggest(field, 0);
  }

  onInput(field) {
    field.picked = null;
    this.fit(field);
    suggestions.unmark();
    if (this.optionIn(field.input, field)) return;
    this.suggest(field, PAUSE);
  }

  /** Turns the field into the option `to` when the user types `to:`; the text before stays in its field. */
  optionIn(input, field = null) {
    const found = input.value.match(/(?:^|\s)([\p{L}\p{N}_-]+):$/u);
    const option = found && optionNamed(this.command.options, found[1]);
    if (!option) return false;
    input.value = input.value.slice(0, found.index).trim();
    if (field) this.fit(field);
    if (field && !input.value && !field.option.required && field.option !== option) this.remove(field);
    this.add(option).input.focus();
    if (option === field?.option) this.suggest(field, 0);
    return true;
  }

  /** Shows matching suggestions; asks the bot only for autocompleted options, one request at a time. */
  suggest(field, pause) {
    clearTimeout(this.timer);
    const asked = (this.asked += 1);
    const { option, input } = field;
    if (!option.autocomplete) return this.show(field, matchingValues(option, input.value));
    if (!suggestions.isOpen()) suggestions.suggest(input, [], { empty: word("asking", { bot: botName() }) });
    this.timer = setTimeout(async () => {
      const found = await this.ask(field);
      // Newer input has a request of its own.
      if (asked !== this.asked || document.activeElement !== input) return;
      if (found) this.show(field, found, word("no-choices"));
      else suggestions.suggest(input, [], { empty: word("choices-failed", { bot: botName() }) });
    }, pause);
  }

  async ask(field) {
    const values = this.fields.map((other) => [
      other.option.name,
      other === field ? field.input.value : this.valueOf(other),
    ]);
    const filled = values.filter(([name, value]) => value || name === field.option.name);
    try {
      const line = write(this.command.path, filled);
      const answer = await people.autocomplete(seat.person.id, seat.channel, line, field.option.name);
      return answer.outcome === "choices" ? botValues(answer.choices) : null;
    } catch {
      return null;
    }
  }

  show(field, values, empty = "") {
    if (!values) return suggestions.hide();
    const items = values.map((value) => ({ label: value.label, pick: () => this.pick(field, value) }));
    const typed = field.input.value.trim();
    const exact = values.some(({ label, value }) => label === typed || value === typed);
    // Suggestions for optional or complete values are not selected by default.
    suggestions.suggest(field.input, items, { on: exact || (!typed && !field.option.required) ? -1 : 0, empty });
  }

  pick(field, value) {
    field.input.value = value.label;
    field.picked = value;
    this.fit(field);
    this.asked += 1;
    clearTimeout(this.timer);
    suggestions.hide();
    const missing = this.fields.find((other) => !other.input.value);
    if (missing) missing.input.focus();
    else if (document.activeElement !== field.input) field.input.focus();
  }

  valueOf(field) {
    return field.picked?.value ?? valueOfText(field.option, field.input.value);
  }

  /** Returns the line, or null after focusing an invalid field. */
  line() {
    const missing = this.fields.find((field) => field.option.required && !field.input.value.trim());
    if (missing) {
      missing.chip.classList.add("is-missing");
      missing.input.focus();
      return { missing: localised(missing.option, "name") };
    }
    if (!this.fields.length && this.rest.value.trim()) return { unknown: true };
    const values = this.fields.map((field) => [field.option.name, this.valueOf(field)]).filter(([, value]) => value);
    return { line: write(this.command.path, values) };
  }

  onKey(event, field) {
    if (event.isComposing) return;
    const input = event.currentTarget;
    const at = field ? this.fields.indexOf(field) : -1;
    const neighbour = (by) => this.fields[at + by]?.input;
    const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const atEnd = input.selectionStart === input.value.length;
    const keys = {
      Enter: () => (suggestions.isOnOne() ? suggestions.take() : this.act.send()),
      Escape: () => (suggestions.isOpen() ? suggestions.hide() : this.leave()),
      ArrowDown: () =>
        suggestions.isOpen() ? suggestions.step(1) : field ? this.suggest(field, 0) : this.suggestOptions(),
      ArrowUp: () => suggestions.step(-1),
      ArrowLeft: () => atStart && neighbour(-1) && goTo(neighbour(-1)),
      ArrowRight: () => atEnd && neighbour(1) && goTo(neighbour(1)),
      Tab: () => !event.shiftKey && suggestions.isOnOne() && input.value && suggestions.take(),
      Backspace: () => !input.value && this.back(field, at),
    };
    const done = keys[event.key]?.();
    // Unhandled keys keep their meaning, such as arrows within the text.
    const own = ["Enter", "Escape", "ArrowDown", "ArrowUp"].includes(event.key) || (done && event.key !== "Tab");
    if (own) event.preventDefault();
  }

  back(field, at) {
    const before = this.fields[at - 1]?.input;
    if (field && !field.option.required) this.remove(field);
    if (before) goTo(before);
    else if (this.fields.length && field && !field.option.required) this.focus();
    else this.leave();
    return true;
  }
}

function goTo(input) {
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  return true;
}

const botName = () => seat.world.bot?.name ?? word("the-bot");
