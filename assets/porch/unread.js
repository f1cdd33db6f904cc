// What each person has not read yet, channel by channel: the marks in the list and the number in the title.

import { isAfter } from "./times.js";
import { channelOf, opened, openChannels, recall, remember, seat } from "./seat.js";
import * as people from "./people.js";

/** @type {Map<string, {count: number, calls: number}>} */
let waiting = new Map();
/** The newest message read, by channel. */
let read = {};

const memory = () => `read.${seat.person.name}`;

const readIn = (channel) => read[channel] ?? opened();
export const unreadIn = (channel) => waiting.get(channel) ?? { count: 0, calls: 0 };
export const unreadInAll = () => openChannels().reduce((sum, { id }) => sum + unreadIn(id).count, 0);

/** The first of these messages that is new, if there is any. */
export const firstNew = (channel, messages) =>
  messages.find((message) => message.author.id !== seat.person.id && isAfter(message.id, readIn(channel)));

/** Counts a message in a channel that is not open. */
export function heard(message) {
  if (message.author.id === seat.person.id || !isAfter(message.id, readIn(message.channel))) return;
  const known = unreadIn(message.channel);
  const calls = known.calls + (message.rang.includes(seat.person.id) ? 1 : 0);
  waiting.set(message.channel, { count: known.count + 1, calls });
}

/** The person has seen all of a channel, up to this message. */
export function seen(channel, newest) {
  waiting.delete(channel);
  if (!newest || !isAfter(newest, readIn(channel))) return;
  read[channel] = newest;
  remember(memory(), read);
}

/** Another person sits down: nothing is known yet of what they have read. */
export function forget() {
  waiting = new Map();
  read = recall(memory()) ?? {};
}

/** Counts anew what waits in every channel: for a person who has just sat down, or after a break. */
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
    .forEach(heard);
}
