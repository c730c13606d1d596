import type { Logger } from '@service/platform/logging';

/** Why a message is not authentic. */
export type Objection = 'no_code' | 'unknown_key' | 'wrong_code';

/** A message that is ignored. */
export interface UnauthenticatedMessage {
  topic: string;
  partition: number;
  offset: string;
  objection: Objection;
  /** Id of the key that the message names. */
  keyId: string;
  /** Ids of the keys that this process has, and the setting that names their file. */
  keys: readonly string[];
  setting: string;
}

/** Milliseconds between two lines about a topic. */
const LOG_EVERY = 10_000;

const SENTENCES: Record<Objection, string> = {
  no_code: 'A message without a code is ignored: it was forged.',
  unknown_key:
    'A message is ignored because this process lacks the key of its code. Its writer and this process need the same key file, as docs/message-keys.md says.',
  wrong_code: 'A message with a wrong code is ignored: it was forged or changed.',
};

/** Counts the messages of an environment that are ignored because they are not authentic, and logs an alarm. */
export class UnauthenticatedMessages {
  private readonly topics = new Map<string, { count: number; logged: number; loggedAt: number }>();

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  add({ topic, partition, offset, objection, keyId, keys, setting }: UnauthenticatedMessage): void {
    const seen = this.topics.get(topic) ?? { count: 0, logged: 0, loggedAt: -Infinity };
    this.topics.set(topic, seen);
    seen.count += 1;
    // A flood of forged messages must not fill the disk with log lines.
    if (this.now() - seen.loggedAt < LOG_EVERY) return;
    const place = { topic, partition, offset, ignored: seen.count - seen.logged };
    const held = { key_id: keyId, setting, held_key_ids: keys };
    this.logger.error(
      { alarm: 'message.unauthenticated', ...place, ...(objection === 'unknown_key' && held) },
      SENTENCES[objection],
    );
    seen.loggedAt = this.now();
    seen.logged = seen.count;
  }

  /** By topic, how many messages were ignored since the start. */
  counts(): { topic: string; count: number }[] {
    return [...this.topics].map(([topic, { count }]) => ({ topic, count }));
  }
}
