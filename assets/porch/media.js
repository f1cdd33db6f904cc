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
  return pictureGrid(attachments.filter(isPicture), act);
}

/** Shows one picture in its own shape, or several in a grid. */
function pictureGrid(shown, act) {
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
 * Renders a picture with its final size, so that nothing moves when it has loaded.
 *
 * @param {number[] | null} most the maximum size; null within a grid
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

/** Converts the media of a component to a file. */
function toFile({ media, description, filename }) {
  return { ...media, description, filename: filename || lastSegment(media?.url ?? "") };
}

/** Returns the last segment of a URL, decoded if possible. */
function lastSegment(url) {
  const last = url.split("/").at(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Renders the pictures of a gallery. */
export const gallery = (items, act) => pictureGrid(items.map(toFile).filter(isPicture), act);
