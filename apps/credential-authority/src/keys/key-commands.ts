import { foldKey, type KeySnapshot } from '@service/contracts';
import {
  contentOf,
  handleCommand,
  isForged,
  linkElements,
  type ChainTerms,
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
  constructor(
    private readonly store: EventStore,
    private readonly terms: ChainTerms,
  ) {}

  /**
   * Publishes the keys of a ring that are not published yet; of concurrent replicas one does it.
   * @throws StartError where the key for new signatures was revoked, or a key was published for another
   *   purpose.
   */
  async publishRing(ring: KeyRing): Promise<void> {
    for (const purpose of PUBLISHED_PURPOSES) {
      for (const key of ring.all(purpose)) await this.publish(key, ring);
      const { keyId } = ring.newest(purpose);
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

  /** @throws StartError where there is no such key, it is revoked already, or the time is wrong. */
  async revoke(keyId: string, revocation: Omit<Extract<KeyCommand, { type: 'key.revoke' }>, 'type'>) {
    await this.handle(keyId, { type: 'key.revoke', ...revocation });
  }

  private async publish(key: SigningKey, ring: KeyRing): Promise<void> {
    const { keyId, publicKey, purpose } = key;
    const published = PUBLISHED_PURPOSES.find((each) => each === purpose);
    if (published === undefined) return;
    const command: KeyCommand = { type: 'key.publish', purpose: published, public_key: publicKey };
    await this.handle(keyId, command, await this.publisherOf(key, ring));
  }

  /**
   * The key that signs a publication: a provenance key that was published before. Verifiers refuse a key that signed itself,
   * unless the log begins with it: whoever writes into the database could publish such a key.
   */
  private async publisherOf({ keyId }: SigningKey, ring: KeyRing): Promise<SigningKey> {
    for (const each of ring.all('provenance')) {
      if (each.keyId !== keyId && (await this.find(each.keyId))?.state === 'active') return each;
    }
    return this.terms.key;
  }

  private async handle(keyId: string, command: KeyCommand, key = this.terms.key): Promise<void> {
    const streamId = keySubjectId(keyId);
    const subject = { streamId, members: { key_id: keyId } };
    await handleCommand(this.store, {
      command: { key: streamId, deadline: Date.now() + DEADLINE },
      decide: (stream) => {
        const head = contentsOf(stream).at(-1) ?? null;
        const { events, refusal } = decide(head, command, { now: stream.readAt });
        if (events.length > 0 && stream.events.some(isForged)) throw new StartError(tampered(streamId));
        if (refusal !== null) throw new StartError(`The key ${keyId} stays as it is. ${refusal}`);
        const linked = linkElements(stream, subject, { ...this.terms, key }, events);
        return { events: linked.map(({ newEvent }) => newEvent), result: undefined };
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
