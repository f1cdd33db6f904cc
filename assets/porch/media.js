// Pictures and files: those of a message, and those within its components.

import { el } from "./elements.js";
import { fileAddress } from "./people.js";
import { language, word } from "./words.js";

/** How large a picture is shown among the messages; pressing it shows more. */
const MOST_WIDE = 640;
const MOST_HIGH = 480;

/** By what the porch says that it is, or else by its name. */
const isPicture = (file) =>
  (file.content_type
    ? /^image\/(png|jpeg|gif|webp|avif)/.test(file.content_type)
    : /\.(png|jpe?g|gif|webp|avif)$/i.test(file.filename)) && fileAddress(file.url);

export function pictures(attachments, act) {
  const shown = attachments.filter(isPicture).map((file) => picture(file, act));
  return shown.length > 0 && el("div", { class: shown.length > 1 ? "pictures are-many" : "pictures" }, shown);
}

/** A picture keeps its place from the first moment: its size is told with it, so nothing jumps when it has come. */
export function picture(file, act) {
  const about = file.description || file.filename || word("noDescription");
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
  if (file.width && file.height) {
    frame.style.width = `${Math.min(MOST_WIDE, file.width, (MOST_HIGH * file.width) / file.height)}px`;
  }
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

/** A picture or a file that a component shows; one that lies elsewhere is a link's business, and not shown here. */
export function medium({ media, description, filename }, act) {
  const named = decodeURIComponent((media.url ?? "").split("/").at(-1));
  const file = { ...media, description, filename: filename || named };
  if (!fileAddress(file.url)) return null;
  return isPicture(file) ? picture(file, act) : files([file]);
}
