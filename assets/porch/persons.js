// The button for the current person, and its menu of persons, with the commands on each of them.

import { avatar } from "./avatar.js";
import { localised, personCommands } from "./commands.js";
import { byId, el, placeBeside } from "./elements.js";
import { askForPerson } from "./form.js";
import { here, seat } from "./seat.js";
import { nameOfLanguage, word } from "./words.js";

const button = byId("person");
// The languages of the page come first.
const LANGUAGES = ["en-US", "en-GB", "fr", "de", "cs", "es-ES", "it", "nl", "pt-BR", "ja"];

let sit = () => {};
let menu = null;

/** @param {{sitAs: (id: string) => void, use: (command: string, user: string) => void, add: (name: string, locale: string) => Promise<void>, refresh: () => Promise<void>}} act */
export function openPersons(act) {
  sit = act.sitAs;
  button.addEventListener("click", async () => {
    if (menu) return menu.hidePopover();
    await act.refresh();
    openMenu(act);
  });
}

/** Shows the current person. */
export function showPerson() {
  const { name, locale } = seat.person;
  const language = nameOfLanguage(locale);
  button.replaceChildren(
    avatar(name),
    el(
      "span",
      { class: "person-text" },
      el("span", { class: "person-name" }, name),
      el("span", { class: "person-language" }, language),
    ),
    el("span", { class: "unseen" }, word("person-menu")),
    el("span", { class: "menu-arrow", "aria-hidden": "true" }, "▴"),
  );
}

function openMenu(act) {
  const items = seat.world.persons.flatMap((person) => [
    entry(
      "menuitemradio",
      () => sit(person.id),
      { "aria-checked": String(person.id === seat.person.id) },
      avatar(person.name),
      el(
        "span",
        { class: "person-text" },
        el("span", { class: "person-name" }, person.name),
        el("span", { class: "person-language" }, nameOfLanguage(person.locale)),
      ),
    ),
    ...commandEntries(person, act),
  ]);
  const ask = () =>
    askForPerson(
      LANGUAGES.map((code) => [code, nameOfLanguage(code)]),
      act.add,
    );
  items.push(
    entry(
      "menuitem",
      ask,
      { class: "entry is-new" },
      el("span", { class: "avatar is-plus", "aria-hidden": "true" }, "+"),
      word("add-person"),
    ),
  );
  menu = el(
    "div",
    { class: "popover persons", popover: "auto", role: "menu", "aria-label": word("sit-as"), onkeydown: onKey },
    items,
  );
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && close());
  button.after(menu);
  menu.showPopover();
  placeBeside(menu, button);
  button.setAttribute("aria-expanded", "true");
  (items.find((item) => item.getAttribute("aria-checked") === "true") ?? items[0]).focus();
}

/** The bot's commands on another person of this server. */
function commandEntries(person, act) {
  if (person.id === seat.person.id || !person.servers.includes(here()?.server)) return [];
  return personCommands().map((command) => {
    const name = localised(command, "name");
    const use = () => act.use(command.name, person.id);
    return entry("menuitem", use, { class: "entry is-command", "aria-label": `${person.name}: ${name}` }, name);
  });
}

function entry(role, act, attributes, ...children) {
  const choose = () => {
    menu?.hidePopover();
    button.focus();
    act();
  };
  return el(
    "button",
    { class: "entry", type: "button", role, tabindex: "-1", onclick: choose, ...attributes },
    children,
  );
}

function close() {
  menu?.remove();
  menu = null;
  button.setAttribute("aria-expanded", "false");
}

function onKey(event) {
  const items = [...menu.querySelectorAll(".entry")];
  const at = items.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (event.key in steps) items.at(steps[event.key] % items.length).focus();
  else if (event.key === "Tab") menu.hidePopover();
  else return;
  event.preventDefault();
}
