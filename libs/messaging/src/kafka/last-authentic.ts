import type { MessageAuthenticator } from './authentication/message-authenticator.js';
import type { Kafka, ReceivedMessage } from './connection/port.js';

/** Factor by which more messages are read, while none of them is authentic. */
const GROWTH = 16;

export interface AuthenticTail {
  /** Oldest first. */
  authentic: ReceivedMessage[];
  /** Every message that was read, authentic or not. */
  read: ReceivedMessage[];
}

/**
 * The authentic ones among the last messages of a topic's first partition. Where none of the first few is authentic,
 * more are read: somebody who may write to the topic must not hide them behind forged ones.
 * @param tail read `first` messages at the end of the topic, and up to `most`.
 * @throws where the broker does not answer in time.
 */
export async function lastAuthentic(tail: {
  kafka: Kafka;
  topic: string;
  messages: MessageAuthenticator;
  first: number;
  most: number;
}): Promise<AuthenticTail> {
  const { kafka, topic, messages, first, most } = tail;
  for (let count = first; ; count *= GROWTH) {
    const read = await kafka.lastMessages(topic, count);
    const authentic = read.filter(
      (message) => messages.objectionTo({ topic, partition: 0 }, message) === null,
    );
    if (authentic.length > 0 || read.length < count || count >= most) return { authentic, read };
  }
}
