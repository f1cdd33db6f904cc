// Pictures and files: those of a message, and those within its components.

import { el } from "./elements.js";
import { fileAddress } from "./people.js";
import { ALONE, grid, shownWidth } from "./sizes.js";
import { language, word } from "./words.js";

/** Decides by the content type, or else by the name. */
const isPicture = (file) =>
  (file.content_type
    ? /^image\/(png|jpeg|gif|webp|avif)/.test(file.content_type)
    : /\.(png|jpe?g|gif|webp|avif)$/i.test(file.filename)) && fileAddress(file.url);

export function pictures(attachments, act) {
  return together(attachments.filter(isPicture), act);
}

/** Shows one picture in its own shape, or several in a grid. */
function together(shown, act) {
  if (!shown.length) return null;
  if (shown.length === 1) return el("div", { class: "pictures" }, picture(shown[0], act));
  const { wide, high, cells } = grid(shown.length);
  const made = shown.map((file, at) => {
    const [columns, rows] = cells[at];
    const cell = picture(file, act, null);
    cell.style.gridArea = `span ${rows} / span ${columns}`;
    return cell;
  });
  const all = el("div", { class: "pictures are-many" }, made);
  all.style.width = `${wide}px`;
  all.style.aspectRatio = `${wide} / ${high}`;
  return all;
}

/**
 * A picture keeps its place from the first moment: its size is told with it, so nothing jumps when it has come.
 *
 * @param {number[] | null} most how large it may be; nothing where a grid says that
 */
export function picture(file, act, most = ALONE) {
  const about = file.description || file.filename || word("no-description");
  const image = el("img", {
    src: fileAddress(file.url),
    alt: about,
    width: file.width,
    height: file.height,
    decoding: "async",
    onerror: ({ target }) => target.replaceWith(el("span", { class: "missing" }, word("missing"))),
  });
  const frame = el(
    "button",
    { class: "picture", type: "button", onclick: ({ currentTarget }) => act.enlarge(currentTarget) },
    image,
  );
  if (most && file.width && file.height) frame.style.width = `${shownWidth(file, most)}px`;
  return frame;
}

export function files(attachments) {
  const others = attachments.filter((file) => !isPicture(file) && fileAddress(file.url));
  if (!others.length) return null;
  const items = others.map((file) =>
    el(
      "li",
      {},
      el("a", { class: "file", href: fileAddress(file.url), download: file.filename }, file.filename),
      file.size >= 0 && el("span", { class: "file-size" }, ` ${size(file.size)}`),
      file.description && el("span", { class: "file-about" }, file.description),
    ),
  );
  return el("ul", { class: "files" }, items);
}

function size(bytes) {
  const [unit, amount] =
    bytes < 1e3 ? ["byte", bytes] : bytes < 1e6 ? ["kilobyte", bytes / 1e3] : ["megabyte", bytes / 1e6];
  const amounts = new Intl.NumberFormat(language(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return amounts.format(amount);
}

/** What a component shows as a file, as the others know it. */
function named({ media, description, filename }) {
  return { ...media, description, filename: filename || lastOf(media?.url ?? "") };
}

/** The last part of an address; as it stands there, if that is no text. */
function lastOf(url) {
  const last = url.split("/").at(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The pictures of a gallery. */
export const gallery = (items, act) => together(items.map(named).filter(isPicture), act);
