// Private messages that a person dismissed. They stay away in this tab; the bot knows nothing of it.

import { recall, remember } from "./seat.js";

/** More than anybody dismisses in one sitting. */
const MOST = 500;

const dismissed = new Set(recall("dismissed") ?? []);

export const isDismissed = (message) => dismissed.has(message.id);

export function forgetMessage(message) {
  dismissed.add(message.id);
  remember("dismissed", [...dismissed].slice(-MOST));
}
