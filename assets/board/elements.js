// Creates elements. Text becomes text nodes, never markup, so no name or sentence can inject anything.

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
  for (const child of children.flat(Infinity)) if (child || child === 0) element.append(child);
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Sets styles through the CSSOM, because the content security policy forbids style attributes. */
export function setStyles(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, String(value));
}

/** Announces a sentence to screen readers, even if it is the same as before. */
export function announce(sentence) {
  const status = byId("status");
  status.textContent = "";
  // Screen readers only notice a change of the text, so it is set in the next frame.
  requestAnimationFrame(() => (status.textContent = sentence));
}

/** Returns whether the user wants little movement. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
