// Creates elements. Text becomes text nodes, never markup, so that no message can inject anything. The whole page is built in
// this way.

/**
 * @param {string} tag
 * @param {Object<string, any>} [attributes] `on…` adds a listener, `data` sets the dataset; null, undefined and false are skipped
 * @param {...any} children nodes, texts and lists of them; falsy ones are skipped
 * @returns {any} the element
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  // Appended one at a time, because there may be more children than a call can take arguments.
  for (const child of children.flat(Infinity)) if (child || child === 0) element.append(child);
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Places a popover above or below its anchor, wherever there is room. */
export function placeBeside(popover, anchor) {
  const at = anchor.getBoundingClientRect();
  const wide = Math.min(Math.max(at.width, popover.offsetWidth), innerWidth - 16);
  const below = innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const up = popover.scrollHeight > below && above > below;
  popover.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
  popover.style.minWidth = `${Math.min(at.width, innerWidth - 16)}px`;
  popover.style.maxHeight = `${up ? above : below}px`;
  popover.style.top = up ? "auto" : `${at.bottom + 4}px`;
  popover.style.bottom = up ? `${innerHeight - at.top + 4}px` : "auto";
}
