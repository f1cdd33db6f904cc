// Forms in a dialog: modals of the bot, and the page's own.

import { byId, el } from "./elements.js";
import { choiceField } from "./fields.js";
import { Refused } from "./people.js";
import { word } from "./words.js";

let number = 0;

/**
 * @param {string} title
 * @param {any[]} parts the content
 * @param {(close: () => void) => Promise<void>} send on a refusal the form stays open and shows the sentence
 */
function openForm(title, parts, submitWord, send) {
  const id = `form-${(number += 1)}`;
  const goBack = rememberFocus();
  const alert = el("p", { class: "form-alert", role: "alert" });
  const submit = el("button", { class: "button style-1", type: "submit" }, submitWord);
  const cancel = el(
    "button",
    { class: "button style-2", type: "button", onclick: () => dialog.close() },
    word("cancel"),
  );
  const form = el(
    "form",
    { onsubmit: onSubmit, autocomplete: "off" },
    el("h2", { id }, title),
    parts,
    alert,
    el("div", { class: "form-foot" }, cancel, submit),
  );
  const dialog = el("dialog", { class: "form", "aria-labelledby": id, onclose }, form);
  let sending = false;

  async function onSubmit(event) {
    event.preventDefault();
    if (sending) return;
    sending = true;
    submit.setAttribute("aria-busy", "true");
    alert.textContent = "";
    try {
      await send(() => dialog.close());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      alert.lang = error.lang ?? "";
      alert.textContent = error.message;
    } finally {
      sending = false;
      submit.removeAttribute("aria-busy");
    }
  }

  function onclose() {
    dialog.remove();
    goBack();
  }

  document.body.append(dialog);
  dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
}

/** Returns focus to where it was, even if the message of that button was rendered again meanwhile. */
function rememberFocus() {
  const before = document.activeElement;
  const message = before?.closest(".message")?.id;
  const key = before instanceof HTMLElement ? before.dataset.key : undefined;
  return () => {
    const view = message && byId(message);
    const same = [...(view?.querySelectorAll("[data-key]") ?? [])].find((control) => control.dataset.key === key);
    const place = before?.isConnected && before !== document.body ? before : (same ?? view ?? byId("log"));
    place.focus({ preventScroll: true });
  };
}

/**
 * Opens a modal of the bot.
 * @param {any} modal @param {(fields: Record<string, any>) => Promise<void>} send
 */
export function openModal(modal, send) {
  /** @type {Map<string, () => any>} how each field is read */
  const inputs = new Map();
  const parts = (modal.components ?? []).map((component) => {
    const input = component.component ?? component.components?.[0];
    const label = component.label ?? input?.label;
    if (input?.type !== 4) return otherField(label, component.description, input, inputs);
    const { control, field } = textField(label, component.description, input);
    inputs.set(input.custom_id, () => control.value);
    return field;
  });
  openForm(modal.title, parts, word("submit"), async (close) => {
    const read = async ([id, value]) => [id, await value()];
    await send(Object.fromEntries(await Promise.all([...inputs].map(read))));
    close();
  });
}

/** Renders a field that isn't text: a menu or a file. */
function otherField(label, about, input, inputs) {
  const id = `field-${(number += 1)}`;
  const made = input && choiceField(input, id);
  if (!made) return null;
  inputs.set(input.custom_id, made.read);
  const needed = word(input.required !== false ? "required" : "optional");
  return el(
    "div",
    { class: "field-of-form" },
    el("label", { for: id }, label, el("span", { class: "needed" }, ` ${needed}`)),
    made.control,
    about && el("p", { class: "more" }, about),
  );
}

function textField(label, about, input) {
  const id = `field-${(number += 1)}`;
  const needed = input.required !== false;
  const most = input.max_length ?? 4000;
  const control = el(input.style === 2 ? "textarea" : "input", {
    id,
    type: input.style === 2 ? null : "text",
    rows: input.style === 2 ? 5 : null,
    required: needed,
    minlength: input.min_length,
    maxlength: most,
    placeholder: input.placeholder,
    "aria-describedby": `${id}-more`,
    oninput: () => count(),
  });
  control.value = input.value ?? "";
  const letters = el("span", {});
  const count = () => (letters.textContent = word("letters", { count: [...control.value].length, most }));
  count();
  const field = el(
    "div",
    { class: "field-of-form" },
    el("label", { for: id }, label, el("span", { class: "needed" }, ` ${word(needed ? "required" : "optional")}`)),
    control,
    el("p", { class: "more", id: `${id}-more` }, about && el("span", {}, `${about} `), letters),
  );
  return { control, field };
}

/** Asks for the name and language of a new person. @param {[string, string][]} languages @param {(name: string, locale: string) => Promise<void>} send */
export function askForPerson(languages, send) {
  const name = el("input", { id: "new-name", type: "text", required: true, maxlength: 32 });
  const language = el(
    "select",
    { id: "new-language" },
    languages.map(([code, label]) => el("option", { value: code, lang: code }, label)),
  );
  const part = (label, control) =>
    el("div", { class: "field-of-form" }, el("label", { for: control.id }, label), control);
  openForm(
    word("new-person"),
    [part(word("name"), name), part(word("language"), language)],
    word("sit-down"),
    async (close) => {
      await send(name.value.trim(), language.value);
      close();
    },
  );
}
