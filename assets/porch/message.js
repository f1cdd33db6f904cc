// One message: who said it, when, the words, pictures, files, frames and components. How messages stand together is
// for log.js.

import { avatar } from "./avatar.js";
import { el } from "./elements.js";
import { shownName } from "./commands.js";
import { rows } from "./components.js";
import { formatted } from "./format.js";
import { link } from "./inline.js";
import { fileAddress } from "./people.js";
import { channelOf, nameOf, seat, serverOf } from "./seat.js";
import { madeAt, written } from "./times.js";
import { language, word } from "./words.js";

/**
 * @param {any} message as the porch tells it
 * @param {any} act what can be done: goTo, press, choose, dismiss, enlarge
 */
export function messageView(message, act) {
  const name = message.author.name;
  const called = message.mentions.includes(seat.person.id);
  const classes = ["message", message.ephemeral && "is-private", called && "is-calling"].filter(Boolean).join(" ");
  const id = `m-${message.id}`;
  return el(
    "article",
    { class: classes, id, "aria-labelledby": `${id}-who ${id}-when`, tabindex: "-1" },
    usedLine(message),
    avatar(name, { bot: message.author.bot }),
    el(
      "header",
      { class: "message-head" },
      el(
        "h3",
        { class: "who", id: `${id}-who` },
        name,
        message.author.bot && el("span", { class: "tag" }, word("bot")),
      ),
      when(message, `${id}-when`),
    ),
    el(
      "div",
      { class: "message-body" },
      said(message, act),
      pictures(message.attachments, act),
      files(message.attachments),
      (message.embeds ?? []).map((embed) => frame(embed, act)),
      rows(message, act),
      threadLink(message, act),
      message.ephemeral && privateLine(message, act),
    ),
  );
}

/** "Ana used /move", above an answer to a command. */
function usedLine(message) {
  if (!message.command) return null;
  // Whoever sees a private answer has asked for it. Otherwise the porch may say who did.
  const person = message.person ?? (message.ephemeral ? seat.person.id : null);
  const name = person && nameOf(person);
  const words = person === seat.person.id ? word("usedByYou") : name ? word("used", { name }) : word("usedBySomebody");
  return el(
    "p",
    { class: "used" },
    name && avatar(name, { small: true }),
    `${words} `,
    el("code", {}, `/${shownName(message.command)}`),
  );
}

function when(message, id) {
  const ms = madeAt(message.id);
  return el(
    "time",
    { class: "when", id, datetime: new Date(ms).toISOString(), title: written(ms, "F") },
    written(ms, "t"),
  );
}

/** In which language somebody speaks: the bot in its listener's, or in public in the server's. */
function languageOf(message) {
  if (!message.author.bot) return null;
  return message.ephemeral ? seat.person.locale : (serverOf(channelOf(message.channel))?.locale ?? seat.person.locale);
}

function said(message, act) {
  if (message.loading && !message.content) {
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    return el("div", { class: "said is-thinking" }, dots, word("thinking", { name: message.author.name }));
  }
  if (!message.content) return null;
  const parts = formatted(message.content, act);
  const edited = message.edited && el("span", { class: "edited" }, ` (${word("edited")})`);
  const last = parts.flat().at(-1);
  if (edited && last instanceof Element && last.localName === "p") last.append(edited);
  else if (edited) parts.push(edited);
  return el("div", { class: "said", lang: languageOf(message) }, parts);
}

/** How large a picture is shown among the messages; pressing it shows more. */
const MOST_WIDE = 640;
const MOST_HIGH = 480;

/** By what the porch says that it is, or else by its name. */
const isPicture = (file) =>
  (file.content_type
    ? /^image\/(png|jpeg|gif|webp|avif)/.test(file.content_type)
    : /\.(png|jpe?g|gif|webp|avif)$/i.test(file.filename)) && fileAddress(file.url);

function pictures(attachments, act) {
  const shown = attachments.filter(isPicture).map((file) => picture(file, act));
  return shown.length > 0 && el("div", { class: shown.length > 1 ? "pictures are-many" : "pictures" }, shown);
}

/** A picture keeps its place from the first moment: its size is told with it, so nothing jumps when it has come. */
function picture(file, act) {
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

function files(attachments) {
  const others = attachments.filter((file) => !isPicture(file) && fileAddress(file.url));
  if (!others.length) return null;
  const items = others.map((file) =>
    el(
      "li",
      {},
      el("a", { class: "file", href: fileAddress(file.url), download: file.filename }, file.filename),
      el("span", { class: "file-size" }, ` ${size(file.size)}`),
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

/** A frame with a title, words and a picture. */
function frame(embed, act) {
  const parts = [
    embed.author?.name && el("p", { class: "frame-author" }, embed.author.name),
    embed.title && el("p", { class: "frame-title" }, titleOf(embed)),
    embed.description && el("div", { class: "said" }, formatted(embed.description, act)),
    (embed.fields ?? []).length > 0 &&
      el(
        "dl",
        { class: "fields" },
        embed.fields.map((field) => fieldOf(field, act)),
      ),
    ["image", "thumbnail"].map((kind) => {
      const found = embed[kind];
      return found?.url && fileAddress(found.url) && picture(found, act);
    }),
    embed.footer?.text && el("p", { class: "frame-foot" }, embed.footer.text),
  ]
    .flat()
    .filter(Boolean);
  if (!parts.length) return null;
  const onlyPicture = parts.length === 1 && embed.image?.url;
  const made = el("div", { class: onlyPicture ? "frame is-picture" : "frame" }, parts);
  if (embed.color) made.style.borderInlineStartColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  return made;
}

const titleOf = ({ title, url }) => (/^https?:\/\//.test(url ?? "") ? link(url, [title]) : title);

const fieldOf = (field, act) =>
  el(
    "div",
    { class: field.inline ? "field is-inline" : "field" },
    el("dt", {}, field.name),
    el("dd", {}, formatted(field.value, act)),
  );

function threadLink(message, act) {
  const thread = message.thread && channelOf(message.thread);
  if (!thread) return null;
  const follow = () => act.goTo(thread.id);
  return el(
    "button",
    { class: "thread-link", type: "button", onclick: follow },
    word("threadHere", { name: thread.name }),
  );
}

function privateLine(message, act) {
  const dismiss = el(
    "button",
    { class: "plain", type: "button", onclick: () => act.dismiss(message) },
    word("dismiss"),
  );
  return el("p", { class: "only-you" }, `${word("onlyYou")} · `, dismiss);
}
