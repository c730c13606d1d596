import type { Environment } from '@service/contracts';
import type { AuthenticationKeys } from '@service/platform/authentication-keys';
import type { Message, ReceivedMessage } from '../connection/port.js';
import { headerText } from '../headers.js';
import type { TopicPartition } from '../topic-partitions.js';
import type { Objection, UnauthenticatedMessages } from './unauthenticated-messages.js';

/** Header with a message's code: the only header that the code does not cover. */
const CODE_HEADER = 'mac';
/** Length of a part that is missing. */
const MISSING = 0xff_ff_ff_ff;

/** The use of a message; a code is valid for one use only. */
export type MessageUse = 'command' | 'reply' | 'event-message' | 'checkpoint-message';

export interface MessageAuthenticatorOptions {
  keys: AuthenticationKeys;
  use: MessageUse;
  environment: Environment;
  /** The setting that names the file of the keys. */
  setting: string;
  unauthenticated: UnauthenticatedMessages;
}

/**
 * Authenticates the messages of one use between apps. A code covers the use, the environment and everything that a
 * receiver reads of the message.
 */
export class MessageAuthenticator {
  private readonly context: string;

  constructor(private readonly options: MessageAuthenticatorOptions) {
    this.context = `${options.use}/v1 ${options.environment}`;
  }

  /** The message with its code. */
  sign(topic: string, message: Message): Message {
    const code = this.options.keys.code(this.context, messageBytes(topic, message));
    return { ...message, headers: { ...message.headers, [CODE_HEADER]: code } };
  }

  /** Whether a message is authentic; one that is not is counted, and the caller ignores it. */
  accepts(place: TopicPartition, message: ReceivedMessage): boolean {
    const objection = this.objectionTo(place, message);
    if (objection === null) return true;
    const { keys, setting, unauthenticated } = this.options;
    const { offset } = message;
    const { topic, partition } = place;
    const keyId = keyIdOf(message);
    unauthenticated.add({ topic, partition, offset, objection, keyId, keys: keys.ids, setting });
    return false;
  }

  /** Why a message is not authentic; null where it is. */
  objectionTo({ topic, partition }: TopicPartition, message: ReceivedMessage): Objection | null {
    const code = headerText(message.headers, CODE_HEADER);
    if (code === '') return 'no_code';
    const { keys } = this.options;
    if (!keys.isAuthentic(code, this.context, messageBytes(topic, message))) {
      return keys.ids.includes(keyIdOf(message)) ? 'wrong_code' : 'unknown_key';
    }
    // Nobody may copy what was written for one partition, such as a heartbeat, to another.
    const own = headerText(message.headers, 'partition');
    return own === '' || own === `${partition}` ? null : 'wrong_code';
  }
}

/** Truncated to the length of an id, because it is untrusted. */
function keyIdOf({ headers }: ReceivedMessage): string {
  return headerText(headers, CODE_HEADER).slice(0, 16);
}

/**
 * Bytes of everything that a receiver reads of a message: topic, key, value, then every header but the code. Each part
 * follows its length, and headers come last in pairs, so no other message has the same bytes.
 */
function messageBytes(topic: string, { key, value, headers = {} }: Message): Buffer {
  const parts = [topic, key, value];
  for (const name of Object.keys(headers).sort()) {
    const given = headers[name];
    if (name === CODE_HEADER || given === undefined) continue;
    for (const each of Array.isArray(given) ? given : [given]) parts.push(name, each);
  }
  // One buffer: this runs for every message.
  const lengths = parts.map(lengthOf);
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isMissing = part === null || part === undefined;
    at = bytes.writeUInt32BE(isMissing ? MISSING : (lengths[index] as number), at);
    if (typeof part === 'string') at += bytes.write(part, at);
    else if (!isMissing) at += part.copy(bytes, at);
  }
  return bytes;
}

function lengthOf(part: Buffer | string | null | undefined): number {
  if (part === null || part === undefined) return 0;
  return typeof part === 'string' ? Buffer.byteLength(part) : part.length;
}
