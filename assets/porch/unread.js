// Unread messages by person and channel, for the channel list and the title.

import { isAfter } from "./times.js";
import { channelOf, firstOpenedId, openChannels, recall, remember, seat } from "./seat.js";
import * as people from "./people.js";

/** @type {Map<string, {count: number, calls: number}>} */
let waiting = new Map();
/** The newest message read, by channel. */
let read = {};

const memory = () => `read.${seat.person.name}`;

const readIn = (channel) => read[channel] ?? firstOpenedId();
export const unreadIn = (channel) => waiting.get(channel) ?? { count: 0, calls: 0 };
export const unreadInAll = () => openChannels().reduce((sum, { id }) => sum + unreadIn(id).count, 0);

/** Returns the first unread message, if any. */
export const firstNew = (channel, messages) =>
  messages.find((message) => message.author.id !== seat.person.id && isAfter(message.id, readIn(channel)));

/** Counts a message in a channel that is not open. */
export function countMessage(message) {
  if (message.author.id === seat.person.id || !isAfter(message.id, readIn(message.channel))) return;
  const known = unreadIn(message.channel);
  const calls = known.calls + (message.rang.includes(seat.person.id) ? 1 : 0);
  waiting.set(message.channel, { count: known.count + 1, calls });
}

/** Marks a channel as read up to this message. */
export function markRead(channel, newest) {
  waiting.delete(channel);
  if (!newest || !isAfter(newest, readIn(channel))) return;
  read[channel] = newest;
  remember(memory(), read);
}

/** Starts again for another person. */
export function reset() {
  waiting = new Map();
  read = recall(memory()) ?? {};
}

/** Counts unread messages in all channels, for a new person or after a lost connection. */
export async function count() {
  const person = seat.person.id;
  read = recall(memory()) ?? {};
  const found = await Promise.all(
    openChannels().map(({ id }) => people.messages(person, id, { after: readIn(id), limit: 100 }).catch(() => [])),
  );
  if (seat.person.id !== person) return;
  waiting = new Map();
  found
    .flat()
    .filter((message) => channelOf(message.channel))
    .forEach(countMessage);
}
