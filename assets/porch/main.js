// The page of the porch, a chat client that uses only the HTTP interface of docs/porch-interface.md.
//
// | module | what it does |
// |---|---|
// | main.js | the entry point: the person, the open channel, incoming changes and interactions |
// | seat.js | the person of this tab, the open channel, and the world as this person sees it |
// | people.js | every request to the porch |
// | changes.js | the stream of changes, and reconnecting |
// | unread.js, dismissed.js | unread and dismissed messages |
// | channels.js, persons.js | the list at the left, and the menu of persons below it |
// | log.js | the messages of the open channel, and the scroll position |
// | message.js, format.js, inline.js, components.js, menu.js | one message: text, buttons, menus |
// | pictures.js, form.js | dialogs: enlarged pictures, forms |
// | activity.js, activity-rpc.js | the dialog with an Activity, and the protocol of its SDK |
// | activity-frame.js | runs in the document around an Activity, on the host of the Activity |
// | composer.js | the input line |
// | media.js, entities.js, fields.js | pictures and files, menus of persons, roles and channels, fields of forms |
// | commands.js, command-form.js, values.js, line.js, suggestions.js | commands: the list of them, their options as
//   fields, values, conversion to a line, suggestions |
// | words.js, times.js, scheme.js, elements.js, avatar.js, drawer.js | sentences, times, colour scheme, creation of elements,
//   avatars, the channel list as a drawer |
// | first.js | runs before the first paint |

import { closeActivity, openActivity, refreshActivity, updateActivity } from "./activity.js";
import { withMissedChanges, listen } from "./changes.js";
import { showChannels } from "./channels.js";
import { focusComposer, openComposer, showCommands, showError, switchDraft } from "./composer.js";
import { forgetMessage, isDismissed } from "./dismissed.js";
import { closeDrawer, openDrawer } from "./drawer.js";
import { byId } from "./elements.js";
import { openModal } from "./form.js";
import * as log from "./log.js";
import * as people from "./people.js";
import { openPersons, showPerson } from "./persons.js";
import { enlarge } from "./pictures.js";
import { schemeSwitch } from "./scheme.js";
import {
  channelOf,
  here,
  storeChannel,
  removeChannel,
  nameOfChannel,
  openChannels,
  recall,
  remember,
  seat,
} from "./seat.js";
import { updateRelativeTimes } from "./times.js";
import * as unread from "./unread.js";
import { setLanguage, word } from "./words.js";

/** How many messages are fetched at first; the porch keeps a thousand. */
const FETCHED = 200;

/** @type {(() => void)|null} */
let stopListening = null;
/** Numbers the loads, so that a late answer is recognized. */
let loadNumber = 0;
let botPoll = 0;

// ——— the person ———

/** The person of this tab, found by id or by name, because a new porch gives the same persons new ids. */
function personOfTab() {
  const name = recall("person");
  return seat.world.persons.find((person) => person.name === name) ?? seat.world.persons[0];
}

function sitAs(id) {
  const person = seat.world.persons.find((other) => other.id === id);
  if (!person || (person.id === seat.person.id && stopListening)) return;
  closeActivity();
  seat.person = person;
  remember("person", person.name);
  unread.reset();
  setLanguage(person.locale);
  showPerson();
  stopListening?.();
  const handlers = { change: onChange, lost: onConnectionLost, open: () => catchUp(true), glance: () => catchUp(false) };
  stopListening = listen(people.changesOf(person.id), handlers);
  openChannel(initialChannel());
}

// ——— the open channel ———

/** The channel of the address, the last one by id or name, or the first. */
function initialChannel() {
  const all = openChannels();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const last = recall(`channel.${seat.person.name}`);
  return (
    (
      all.find(({ id }) => id === wanted) ??
      all.find(({ id }) => id === last?.id) ??
      all.find(({ name }) => name === last?.name) ??
      all.find(({ kind }) => kind === "text") ??
      all[0]
    )?.id ?? null
  );
}

function goTo(id) {
  closeDrawer();
  if (!channelOf(id)) return;
  if (id !== seat.channel) openChannel(id, "pushState");
  byId("channel-name").focus({ preventScroll: true });
}

/** @param {"pushState"|"replaceState"} [visit] whether the browser goes back from here to the channel before */
function openChannel(id, visit = "replaceState") {
  seat.channel = id;
  const channel = here();
  if (channel) remember(`channel.${seat.person.name}`, { id: channel.id, name: channel.name });
  if (id && location.hash !== `#${id}`) history[visit](null, "", `#${id}`);
  switchDraft(`${seat.person.name} ${id}`);
  log.clear();
  updateHeading();
  return loadMessages(false);
}

/** Opens the DM with the bot. */
async function openDirect() {
  try {
    const place = await people.openDirect(seat.person.id);
    storeChannel(place);
    goTo(place.id);
  } catch (error) {
    failed(error);
  }
}

async function loadMessages(keep) {
  const { channel, person } = seat;
  const number = (loadNumber += 1);
  if (!channel) return log.showAll([]);
  try {
    const { result, since } = await withMissedChanges(people.messages(person.id, channel, { limit: FETCHED }));
    if (number !== loadNumber) return;
    const shown = result.filter((message) => !isDismissed(message));
    log.showAll(shown, { more: result.length === FETCHED, fresh: unread.firstNew(channel, shown), keep });
    since.forEach(applyChange);
    markRead();
  } catch (error) {
    failed(error);
  }
}

async function loadEarlier() {
  const { channel, person } = seat;
  try {
    const all = await people.messages(person.id, channel);
    if (channel === seat.channel) log.showEarlier(all.filter((message) => !isDismissed(message)));
  } catch (error) {
    failed(error);
  }
}

/** Updates the heading, the channel list and the title of the tab. */
function updateHeading() {
  const channel = here();
  byId("server-name").textContent = seat.world.server?.name ?? "";
  byId("channel-name").textContent = nameOfChannel(channel);
  const parent = channel?.parent && channelOf(channel.parent);
  const note = [parent && nameOfChannel(parent), channel?.archived && word("closed")].filter(Boolean).join(" · ");
  byId("channel-note").textContent = note;
  updateUnread();
}

function updateUnread() {
  showChannels(goTo, openDirect);
  const count = unread.unreadInAll();
  document.title = word("title", { count, channel: byId("channel-name").textContent });
  byId("drawer-unread").hidden = !openChannels().some(({ id }) => id !== seat.channel && unread.unreadIn(id).count);
}

/** Marks the open channel as read if the page is visible and scrolled to the end. */
function markRead() {
  if (document.hidden || !log.isAtEnd() || !seat.channel) return;
  unread.markRead(seat.channel, log.newest());
  updateUnread();
}

// ——— incoming changes ———

function onChange(news) {
  if (news.kind === "message_created") unread.countMessage(news.message);
  applyChange(news);
}

function applyChange(change) {
  const { kind, channel, message, place } = change;
  if (kind === "activity_changed") return updateActivity(change);
  if (message) return applyMessageChange(kind, channel, message);
  const wasLocked = here()?.locked;
  if (kind.endsWith("_deleted")) removeChannel(channel);
  else if (place) storeChannel(place);
  if (kind.endsWith("_deleted") && channel === seat.channel) openChannel(initialChannel());
  // Only a lock may interrupt a user who is writing.
  else if (here()?.locked !== wasLocked) switchDraft(`${seat.person.name} ${channel}`);
  updateHeading();
}

function applyMessageChange(kind, channel, message) {
  if (channel === seat.channel && !isDismissed(message)) {
    if (kind === "message_deleted") log.drop(message.id);
    else log.put(message);
    markRead();
  }
  updateUnread();
}

/** Called for each failed attempt: a new porch does not know the old person id. */
async function onConnectionLost() {
  const line = byId("connection");
  line.textContent = word("lost");
  line.classList.add("is-lost");
  const person = seat.person;
  try {
    const world = await people.world();
    if (seat.person !== person || world.persons.some(({ id }) => id === person.id)) return;
    seat.world = world;
    sitAs(personOfTab()?.id);
  } catch {
    // Not there yet.
  }
}

/** Fetches what was missed: the world, unread counts and the open channel. */
async function catchUp(connected) {
  const person = seat.person;
  try {
    const { result: world, since } = await withMissedChanges(people.world());
    if (seat.person !== person) return;
    const same = world.persons.find(({ id }) => id === person.id);
    seat.world = world;
    if (!same) return sitAs(personOfTab()?.id);
    since.forEach(applyChange);
    if (!channelOf(seat.channel)) await openChannel(initialChannel());
    else await loadMessages(true);
    await unread.count();
    await refreshActivity();
    markRead();
    updateHeading();
    if (connected) onReconnected();
    // The porch sends no event when the bot connects.
    clearTimeout(botPoll);
    if (!world.bot) botPoll = setTimeout(() => catchUp(false), 1500);
  } catch (error) {
    failed(error);
  }
}

function onReconnected() {
  const line = byId("connection");
  if (!line.classList.contains("is-lost")) return;
  line.textContent = word("back");
  line.classList.remove("is-lost");
  setTimeout(() => line.textContent === word("back") && (line.textContent = ""), 3000);
}

/** Fetches persons and commands, for which the porch sends no events. */
async function refresh() {
  try {
    const { result, since } = await withMissedChanges(people.world());
    seat.world = result;
    since.forEach(applyChange);
    updateHeading();
  } catch {
    // The list stays as it was; the connection line explains why.
  }
}

// ——— interactions ———

/**
 * Awaits the outcome of an interaction and shows it. A message may have been edited after the outcome was made, and the
 * change may arrive first; so changes that arrived meanwhile are applied again.
 */
async function awaitOutcome(response) {
  const { result, since } = await withMissedChanges(response);
  showOutcome(result);
  since.forEach(applyChange);
}

/** Shows the outcome of an interaction. */
function showOutcome(result) {
  // The page knows who asked last, even if the porch does not say it.
  if (result.message) result.message.person ??= seat.person.id;
  if (result.message && result.message.channel === seat.channel && !isDismissed(result.message)) {
    const promised = result.outcome.startsWith("deferred");
    if (!promised || !log.knows(result.message.id)) log.put(result.message);
    if (result.outcome === "message" || result.outcome === "deferred") log.focusAnswer(result.message.id);
    markRead();
  }
  if (result.outcome === "modal") {
    const { person } = seat;
    openModal(result.modal, (fields) => awaitOutcome(people.submit(person.id, result.interaction, fields)));
  }
  if (result.outcome === "activity" && result.activity) openActivity(result.activity);
  if (result.outcome === "failed")
    throw new people.Refused(word("failed", { bot: seat.world.bot?.name ?? word("the-bot") }));
}

async function type(line) {
  await awaitOutcome(people.type(seat.person.id, seat.channel, line));
  log.scrollToEnd();
}

/** Runs an interaction, and shows its error above the composer. */
async function runInteraction(response) {
  showError("");
  try {
    await awaitOutcome(response);
  } catch (error) {
    failed(error);
  }
}

/** Presses a button. If the only result is a link to another channel, opens that channel. */
async function press(message, id) {
  await runInteraction(
    people.press(seat.person.id, message.id, id).then((result) => {
      const place = onlyLinkedChannel(result);
      if (place) refresh().then(() => goTo(place));
      return result;
    }),
  );
}

/** The only other channel that a private answer links to. */
function onlyLinkedChannel({ message }) {
  if (!message?.ephemeral) return null;
  const places = [...message.content.matchAll(/<#(\d+)>/g)].map(([, id]) => id);
  return places.length === 1 && places[0] !== seat.channel ? places[0] : null;
}

function failed(error) {
  if (!(error instanceof people.Refused)) throw error;
  showError(error.message, error.lang);
}

function dismiss(message) {
  forgetMessage(message);
  log.drop(message.id);
}

// ——— start ———

async function init() {
  const locale = navigator.language;
  setLanguage(locale);
  schemeSwitch(byId("scheme"));
  openDrawer();
  updateRelativeTimes();
  log.openLog({
    goTo,
    enlarge,
    dismiss,
    loadEarlier,
    markRead,
    emptyButton: showCommands,
    press,
    choose: (message, id, values) => runInteraction(people.choose(seat.person.id, message.id, id, values)),
  });
  openComposer({ type, refresh });
  openPersons({
    sitAs,
    refresh,
    use: (command, user) => runInteraction(people.use(seat.person.id, seat.channel, command, user)),
    add: async (name, language) => {
      const person = await people.addPerson(name, language);
      await refresh();
      sitAs(person.id);
    },
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    focusComposer();
  });
  document.addEventListener("visibilitychange", markRead);
  addEventListener("hashchange", () => {
    const id = location.hash.slice(1);
    if (id === seat.channel) return;
    if (channelOf(id)) openChannel(id);
    // The channel is gone or hidden from this person: correct the address.
    else if (seat.channel) history.replaceState(null, "", `#${seat.channel}`);
  });
  document.addEventListener("keydown", (event) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    // These keys also open lists, and an open dialog blocks them.
    const own = event.target instanceof Element && event.target.closest("select, dialog, [aria-expanded=true]");
    if (event.defaultPrevented || own || document.querySelector("dialog[open]")) return;
    const links = [...byId("channels").querySelectorAll("a.channel")].filter((link) => link.checkVisibility());
    const at = links.findIndex((link) => link.dataset.channel === seat.channel);
    const to = links[at + (event.key === "ArrowDown" ? 1 : -1)];
    to?.click();
    event.preventDefault();
  });
  await connect();
}

/** Connects to the porch, however long it takes to open. */
async function connect() {
  try {
    seat.world = await people.world();
    byId("connection").textContent = "";
    sitAs(personOfTab()?.id);
  } catch (error) {
    if (!(error instanceof people.Refused)) throw error;
    byId("connection").textContent = word("no-porch");
    setTimeout(connect, 2000);
  }
}

init();
