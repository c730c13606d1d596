import { agreedNow, foldKey, type KeySnapshot } from '@service/contracts';
import {
  contentOf,
  handleCommand,
  isForged,
  linkElements,
  type AssertedStream,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import {
  PUBLISHED_PURPOSES,
  keySubjectId,
  type KeyElementContent,
  type KeyRing,
  type SigningKey,
} from '@service/evidence';
import { StartError } from '@service/platform/errors';
import { decide, type KeyCommand } from './key.decider.js';

/** Milliseconds. */
const DEADLINE = 10_000;

/**
 * Publishes and revokes the service's keys as elements, which the log makes public. Only a process with the
 * private halves or a command of the service does this, never a caller.
 */
export class KeyCommands {
  /** @param log origin of the transparency log. */
  constructor(
    private readonly store: EventStore,
    private readonly log: string,
    private readonly ring: KeyRing,
  ) {}

  /**
   * Publishes the keys of the ring that are not published yet; of concurrent replicas one does it.
   * @throws StartError where the key for new signatures was revoked, or a key was published for another
   *   purpose.
   */
  async publishRing(): Promise<void> {
    for (const purpose of PUBLISHED_PURPOSES) {
      for (const key of this.ring.all(purpose)) await this.publish(key);
      const { keyId } = this.ring.newest(purpose);
      if ((await this.find(keyId))?.state === 'revoked') {
        throw new StartError(
          `The ${purpose} key ${keyId} is revoked, but it is the newest: add another key before it, as npm run keys -- rotate ${purpose} does.`,
        );
      }
    }
  }

  /** A published key; null where there is none. */
  async find(keyId: string): Promise<KeySnapshot | null> {
    const contents = contentsOf(await this.store.read(keySubjectId(keyId)));
    return contents.reduce<KeySnapshot | undefined>(foldKey, undefined) ?? null;
  }

  /**
   * @param size of the log's newest checkpoint.
   * @throws StartError where there is no such key, it is revoked already, or the time or size is wrong.
   */
  async revoke(
    keyId: string,
    revocation: Omit<Extract<KeyCommand, { type: 'key.revoke' }>, 'type'>,
    size: number,
  ): Promise<void> {
    await this.handle(keyId, { type: 'key.revoke', ...revocation }, size);
  }

  private async publish({ keyId, publicKey, purpose }: SigningKey): Promise<void> {
    const published = PUBLISHED_PURPOSES.find((each) => each === purpose);
    if (published === undefined) return;
    const command: KeyCommand = { type: 'key.publish', purpose: published, public_key: publicKey };
    await this.handle(keyId, command);
  }

  /**
   * The key that signs an element of another key: a provenance key that was published before. Somebody who writes into the
   * database could publish a key that signed itself, so verifiers accept only the one that the log begins with.
   */
  private async signerOf(keyId: string): Promise<{ key: SigningKey; asserted: AssertedStream[] }> {
    for (const key of this.ring.all('provenance')) {
      if (key.keyId === keyId) continue;
      const published = await this.find(key.keyId);
      if (published?.state !== 'active') continue;
      return { key, asserted: [{ stream_id: keySubjectId(key.keyId), expected: published.version }] };
    }
    const key = this.ring.newest('provenance');
    if (key.keyId === keyId) return { key, asserted: [] };
    throw new StartError(
      `The key ${keyId} stays as it is. No published provenance key is there to sign that.`,
    );
  }

  private async handle(keyId: string, command: KeyCommand, size = 0): Promise<void> {
    const streamId = keySubjectId(keyId);
    const subject = { streamId, members: { key_id: keyId } };
    await handleCommand(this.store, {
      command: { key: streamId, deadline: agreedNow() + DEADLINE },
      decide: async (stream) => {
        const head = contentsOf(stream).at(-1) ?? null;
        const { events, refusal } = decide(head, command, { now: stream.readAt, size });
        if (events.length > 0 && stream.events.some(isForged)) throw new StartError(tampered(streamId));
        if (refusal !== null) throw new StartError(`The key ${keyId} stays as it is. ${refusal}`);
        if (events.length === 0) return { events: [], result: undefined };
        const { key, asserted } = await this.signerOf(keyId);
        const linked = linkElements(stream, subject, { log: this.log, key }, events);
        return { events: linked.map(({ newEvent }) => newEvent), asserted, result: undefined };
      },
    });
  }
}

function tampered(streamId: string): string {
  return `${streamId} has an event that this service did not write; delete it from the database.`;
}

/** The elements that the service wrote; a forged one has no effect. */
function contentsOf(stream: LoadedStream): KeyElementContent[] {
  const own = stream.events.filter((event) => !isForged(event));
  return own.map((event) => contentOf<KeyElementContent>(event));
}
