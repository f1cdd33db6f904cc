// Private messages that a person dismissed. They stay hidden; the bot isn't told.

import { recall, remember } from "./seat.js";

/** The number of dismissed messages to remember. */
const MOST = 500;

/** @type {Set<string>|null} */
let known = null;
// Loaded lazily, because the world must be known first.
const dismissed = () => (known ??= new Set(recall("dismissed") ?? []));

export const isDismissed = (message) => dismissed().has(message.id);

export function forgetMessage(message) {
  dismissed().add(message.id);
  remember("dismissed", [...dismissed()].slice(-MOST));
}
