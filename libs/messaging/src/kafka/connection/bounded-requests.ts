import type { Message, TopicMessages } from './port.js';

/**
 * Most bytes of a request. Messages of one partition become one record batch, and brokers refuse a batch of more than
 * 1,048,588 bytes (`message.max.bytes`), at every retry.
 */
const MOST_BYTES = 700_000;
/** A broker refuses a message of more bytes, even when it is sent alone. */
const LARGEST = 1_048_000;
/** Bytes that a message needs at most beside its key, value and headers, and that each header needs beside its name and value. */
const OVERHEAD = 40;

/** Splits messages into requests that a broker accepts, in their order. A message that is larger has one of its own. */
export function boundedRequests(topicMessages: readonly TopicMessages[]): TopicMessages[][] {
  const requests: TopicMessages[][] = [];
  let room = 0;
  for (const { topic, messages } of topicMessages) {
    let open: TopicMessages | null = null;
    for (const message of messages) {
      const bytes = bytesOf(message);
      if (bytes > room) {
        requests.push([]);
        room = MOST_BYTES;
        open = null;
      }
      if (open === null) {
        open = { topic, messages: [] };
        requests.at(-1)?.push(open);
      }
      open.messages.push(message);
      room -= bytes;
    }
  }
  return requests;
}

/** Whether a broker refuses a message for its size; then all that was sent in one call with it fails. */
export function isTooLarge(message: Message): boolean {
  return bytesOf(message) > LARGEST;
}

function bytesOf({ key, value, headers = {} }: Message): number {
  let bytes = OVERHEAD + lengthOf(key) + lengthOf(value);
  for (const [name, given] of Object.entries(headers)) {
    for (const each of [given].flat()) bytes += OVERHEAD + lengthOf(name) + lengthOf(each);
  }
  return bytes;
}

function lengthOf(part: Buffer | string | null | undefined): number {
  return part === null || part === undefined ? 0 : Buffer.byteLength(part);
}
