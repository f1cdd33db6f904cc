// One message: author, time, text, pictures, files, embeds and components. log.js groups messages.

import { avatar } from "./avatar.js";
import { el } from "./elements.js";
import { shownCommand } from "./commands.js";
import { rows } from "./components.js";
import { files, picture, pictures } from "./media.js";
import { formatted } from "./format.js";
import { link } from "./inline.js";
import { fileAddress } from "./people.js";
import { channelOf, nameOf, seat, serverOf } from "./seat.js";
import { IMAGE, THUMBNAIL } from "./sizes.js";
import { timeOf, formatTime } from "./times.js";
import { word } from "./words.js";

/**
 * @param {any} message as the porch tells it
 * @param {any} act the actions: goTo, press, choose, dismiss, enlarge
 */
export function messageView(message, act) {
  const name = message.author.name;
  const called = message.mentions.includes(seat.person.id);
  const classes = ["message", message.ephemeral && "is-private", called && "is-calling"].filter(Boolean).join(" ");
  const id = `m-${message.id}`;
  return el(
    "article",
    { class: classes, id, "aria-labelledby": `${id}-who ${id}-when`, tabindex: "-1" },
    commandLine(message),
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
      timeView(message, `${id}-when`),
    ),
    el(
      "div",
      { class: "message-body" },
      textView(message, act),
      // Messages with components v2 show their files themselves.
      isComponentsV2(message) ? null : [pictures(message.attachments, act), files(message.attachments)],
      (message.embeds ?? []).map((embed) => embedView(embed, act)),
      rows(message, act),
      threadLink(message, act),
      message.ephemeral && privateLine(message, act),
    ),
  );
}

const isComponentsV2 = (message) => Boolean(message.flags & (1 << 15));

/** "Ana used /move", above an answer to a command. */
function commandLine(message) {
  if (!message.command) return null;
  // An ephemeral answer is seen only by the person who asked; for others the porch may say who did.
  const person = message.person ?? (message.ephemeral ? seat.person.id : null);
  const name = person && nameOf(person);
  const words = person === seat.person.id ? word("used-by-you") : name ? word("used", { name }) : word("used-by-somebody");
  return el(
    "p",
    { class: "used" },
    name && avatar(name, { small: true }),
    `${words} `,
    el("code", {}, shownCommand(message.command)),
  );
}

function timeView(message, id) {
  const ms = timeOf(message.id);
  return el(
    "time",
    { class: "when", id, datetime: new Date(ms).toISOString(), title: formatTime(ms, "F") },
    formatTime(ms, "t"),
  );
}

/** Returns the language of the bot's text: the reader's if private, otherwise the server's. */
function languageOf(message) {
  if (!message.author.bot) return null;
  return message.ephemeral ? seat.person.locale : (serverOf(channelOf(message.channel))?.locale ?? seat.person.locale);
}

function textView(message, act) {
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

/** Renders an embed. */
function embedView(embed, act) {
  const words = [
    embed.author?.name && el("p", { class: "frame-author" }, embed.author.name),
    embed.title && el("p", { class: "frame-title" }, titleOf(embed)),
    embed.description && el("div", { class: "said" }, formatted(embed.description, act)),
    (embed.fields ?? []).length > 0 &&
      el(
        "dl",
        { class: "fields" },
        embed.fields.map((field) => fieldOf(field, act)),
      ),
  ];
  const shown = (found, most) => found?.url && fileAddress(found.url) && picture(found, act, most);
  const corner = shown(embed.thumbnail, THUMBNAIL);
  const parts = [
    corner ? el("div", { class: "frame-top" }, el("div", { class: "frame-words" }, words), corner) : words,
    shown(embed.image, IMAGE),
    embed.footer?.text && el("p", { class: "frame-foot" }, embed.footer.text),
  ]
    .flat()
    .filter(Boolean);
  if (!parts.length) return null;
  const made = el("div", { class: "frame is-embed" }, parts);
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
    word("thread-here", { name: thread.name }),
  );
}

function privateLine(message, act) {
  const dismiss = el(
    "button",
    { class: "plain", type: "button", onclick: () => act.dismiss(message) },
    word("dismiss"),
  );
  return el("p", { class: "only-you" }, `${word("only-you")} · `, dismiss);
}
