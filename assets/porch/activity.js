// The dialog with the Activity that this person has open. Closing it leaves the instance of the Activity.

import { ActivityConnection } from "./activity-rpc.js";
import { focusComposer } from "./composer.js";
import { el } from "./elements.js";
import * as people from "./people.js";
import { seat } from "./seat.js";
import { word } from "./words.js";

/** What the document may do. It has an origin of its own, which is not that of this page. */
const SANDBOX = "allow-downloads allow-forms allow-modals allow-pointer-lock allow-same-origin allow-scripts";
/** Below this width, the Activity is told that it runs on a phone. */
const MAX_PHONE_WIDTH = 760;

/** @type {{activity: any, connection: ActivityConnection, dialog: any, listening: AbortController}|null} */
let shown = null;

/** Shows an Activity. @param {any} activity the frame as the porch describes it */
export function openActivity(activity) {
  closeActivity();
  const title = word("activity", { bot: seat.world.bot?.name ?? word("the-bot") });
  const address = addressOf(activity, title);
  const frame = el("iframe", {
    class: "activity-frame",
    src: address.href,
    title,
    sandbox: SANDBOX,
    allow: "autoplay; clipboard-write; fullscreen",
  });
  const connection = new ActivityConnection(activity, {
    post: (message) => frame.contentWindow?.postMessage(message, address.origin),
    close: closeActivity,
    locale: seat.person.locale,
  });
  const receive = ({ source, origin, data }) => {
    if (source === frame.contentWindow && origin === address.origin) connection.receive(data);
  };
  const leave = word("leave-activity");
  const close = el(
    "button",
    { class: "icon-button", type: "button", "aria-label": leave, title: leave, onclick: closeActivity },
    "✕",
  );
  const dialog = el(
    "dialog",
    { class: "activity", "aria-label": title, onclose: () => shown?.dialog === dialog && closeActivity() },
    el("div", { class: "activity-bar" }, el("h2", {}, title), close),
    frame,
  );
  const listening = new AbortController();
  addEventListener("message", receive, { signal: listening.signal });
  shown = { activity, connection, dialog, listening };
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
}

/** The address of the document around the Activity, see activity-frame.js. */
function addressOf(activity, title) {
  const address = new URL(activity.url);
  address.pathname = "/.porch/frame";
  address.searchParams.set("platform", innerWidth > MAX_PHONE_WIDTH ? "desktop" : "mobile");
  address.hash = encodeURIComponent(title);
  return address;
}

/** Closes the Activity, if one is open. */
export function closeActivity() {
  if (!shown) return;
  const { activity, dialog, listening } = shown;
  shown = null;
  listening.abort();
  dialog.close();
  dialog.remove();
  // What opened it may have been replaced meanwhile.
  if (document.activeElement === document.body) focusComposer();
  people.closeActivity(activity.frame);
}

/** Applies a change of who has the Activity open. */
export function updateActivity({ instance, participants }) {
  if (shown?.activity.instance !== instance) return;
  if (participants.some(({ id }) => id === seat.person.id)) shown.connection.updateParticipants(participants);
  else closeActivity();
}

/** Fetches what changed while this tab received no changes; a new porch doesn't know the Activity. */
export async function refreshActivity() {
  if (!shown) return;
  const { activity } = shown;
  try {
    updateActivity(await people.activity(activity.frame));
  } catch {
    if (shown?.activity === activity) closeActivity();
  }
}

// A closed tab leaves as well.
addEventListener("pagehide", closeActivity);
