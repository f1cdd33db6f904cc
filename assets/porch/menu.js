// A select menu: a button that opens a list with one or several choices.

import { el, placeBeside } from "./elements.js";
import { emojiBefore } from "./emoji.js";
import { word } from "./words.js";

let number = 0;

/**
 * @param {any} menu as the bot made it
 * @param {(values: string[], control: HTMLElement) => void} choose
 */
export function menuView(menu, choose) {
  const least = menu.min_values ?? 1;
  const most = menu.max_values ?? 1;
  const several = most > 1 || least === 0;
  const options = menu.options ?? [];
  const chosen = new Set(options.filter((option) => option.default).map((option) => option.value));
  const label = menu.placeholder || (several ? word(least === most ? "choose-just" : "choose-some", { least, most }) : word("choose-one"));
  const id = `menu-${(number += 1)}`;

  const text = el("span", { class: "menu-text" });
  const opener = el(
    "button",
    {
      class: "menu-opener",
      type: "button",
      disabled: menu.disabled,
      data: { key: menu.custom_id },
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      onclick: () => toggle(),
      onkeydown: onOpenerKey,
    },
    text,
    el("span", { class: "menu-arrow", "aria-hidden": "true" }, "▾"),
  );
  const items = options.map((option, at) =>
    el(
      "li",
      { role: "option", id: `${id}-${at}`, class: "option", onclick: () => pick(at), onmousemove: () => focusOn(at) },
      el("span", { class: "option-mark", "aria-hidden": "true" }),
      el(
        "span",
        { class: "option-text" },
        el("span", { class: "option-name" }, emojiBefore(option.emoji, option.label), option.label),
        option.description && el("span", { class: "option-about" }, option.description),
      ),
    ),
  );
  const list = el(
    "ul",
    {
      role: "listbox",
      class: "options",
      tabindex: "0",
      "aria-label": label,
      "aria-multiselectable": several ? "true" : null,
      onkeydown: onKey,
    },
    items,
  );
  const done =
    several && el("button", { class: "button style-1", type: "button", onclick: () => finish() }, word("done"));
  const popover = el(
    "div",
    { class: several ? "popover is-several" : "popover", popover: "auto" },
    list,
    done && el("div", { class: "popover-foot" }, done),
  );
  popover.addEventListener("toggle", onToggle);

  let at = 0;
  let typed = "";
  let typedAt = 0;

  function update() {
    const names = options.filter((option) => chosen.has(option.value)).map((option) => option.label);
    text.textContent = names.length ? names.join(", ") : label;
    text.classList.toggle("is-empty", !names.length);
    opener.setAttribute("aria-label", names.length ? `${label}: ${names.join(", ")}` : label);
    items.forEach((item, index) => item.setAttribute("aria-selected", String(chosen.has(options[index].value))));
    if (done) done.disabled = chosen.size < least || chosen.size > most;
  }

  function focusOn(index) {
    at = Math.max(0, Math.min(index, items.length - 1));
    items.forEach((item, other) => item.classList.toggle("is-at", other === at));
    list.setAttribute("aria-activedescendant", items[at]?.id ?? "");
  }

  function toggle() {
    if (popover.matches(":popover-open")) return popover.hidePopover();
    popover.showPopover();
    placeBeside(popover, opener);
    focusOn(
      Math.max(
        0,
        options.findIndex((option) => chosen.has(option.value)),
      ),
    );
    list.focus({ preventScroll: true });
    items[at]?.scrollIntoView({ block: "nearest" });
  }

  function onToggle({ newState }) {
    opener.setAttribute("aria-expanded", String(newState === "open"));
  }

  function pick(index) {
    const { value } = options[index];
    if (!several) {
      popover.hidePopover();
      opener.focus();
      choose([value], opener);
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    focusOn(index);
    update();
  }

  function finish() {
    popover.hidePopover();
    opener.focus();
    choose(
      options.map((option) => option.value).filter((value) => chosen.has(value)),
      opener,
    );
  }

  /** Arrow keys open the list. */
  function onOpenerKey(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    toggle();
  }

  function onKey(event) {
    const steps = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    };
    if (event.key in steps) focusOn(steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") pick(at);
    else if (event.key === "Escape") opener.focus();
    else if (event.key === "Tab" && !several) popover.hidePopover();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) jumpTo(event.key);
    else return;
    if (event.key !== "Escape" && event.key !== "Tab") event.preventDefault();
    items[at]?.scrollIntoView({ block: "nearest" });
  }

  /** Letters typed within a second jump to the option that begins with them. */
  function jumpTo(letter) {
    typed = Date.now() - typedAt < 1000 ? typed + letter : letter;
    typedAt = Date.now();
    const found = options.findIndex((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    if (found >= 0) focusOn(found);
  }

  update();
  return el("div", { class: "menu" }, opener, popover);
}
