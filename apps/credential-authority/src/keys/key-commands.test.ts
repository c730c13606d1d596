import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@service/event-store';
import {
  KEY_PURPOSES,
  KeyRing,
  SigningKey,
  digestText,
  findKeyChainFault,
  findSignatureFault,
  keySubjectId,
  openSignedElement,
  type KeyElementContent,
} from '@service/evidence';
import { MemoryStore } from '../testing/memory-store.js';
import { KeyCommands } from './key-commands.js';

const NOW = '2026-11-21T12:00:00.000Z';
const ring = KeyRing.generate(NOW);
const later = KEY_PURPOSES.reduce((grown, purpose) => grown.with(SigningKey.generate(purpose, NOW)), ring);
const revocation = { reason: 'because', cause: 'ceased', invalid_since: null } as const;

let store: MemoryStore;
const commandsOf = (keys: KeyRing) =>
  new KeyCommands(store as unknown as EventStore, {
    log: 'example.org/log/development',
    key: keys.newest('provenance'),
  });
const chainOf = (keyId: string) =>
  (store.streams.get(keySubjectId(keyId)) ?? []).map(({ element, companion }) =>
    openSignedElement<KeyElementContent>(element ?? '', digestText(element ?? ''), companion?.signature),
  );

beforeEach(() => {
  store = new MemoryStore();
});

describe('a published ring', () => {
  it('has an element for each key except those for checkpoints, once for all replicas and starts', async () => {
    await Promise.all([commandsOf(ring), commandsOf(ring)].map((commands) => commands.publishRing(ring)));
    await commandsOf(ring).publishRing(ring);
    expect([...store.streams.keys()].sort()).toEqual(
      [ring.newest('provenance'), ring.newest('answer')].map(({ keyId }) => keySubjectId(keyId)).sort(),
    );
    for (const streamId of store.streams.keys()) {
      expect(store.typesOf(streamId)).toEqual(['service.key.published']);
    }
  });

  it('makes sound chains with exactly the documented members, signed by the provenance key', async () => {
    const commands = commandsOf(ring);
    await commands.publishRing(ring);
    const { keyId } = ring.newest('answer');
    await commands.revoke(keyId, revocation);
    const chain = chainOf(keyId);
    expect(findKeyChainFault(chain)).toBeNull();
    const provenance = await commands.find(ring.newest('provenance').keyId);
    expect(findSignatureFault(chain, () => provenance ?? undefined)).toBeNull();
    expect(Object.keys(chain[0]?.content ?? {}).sort()).toEqual(
      'cause event_id format invalid_since key_id log occurred_at previous public_key purpose reason_digest salt sequence state type'.split(
        ' ',
      ),
    );
  });

  it('is signed by a provenance key that was published before, except for the first of all', async () => {
    const signerOf = (keys: KeyRing, purpose: 'provenance' | 'answer') =>
      chainOf(keys.newest(purpose).keyId)[0]?.signature?.key_id;
    await commandsOf(ring).publishRing(ring);
    await commandsOf(later).publishRing(later);
    const [first, second] = [ring, later].map((keys) => keys.newest('provenance').keyId);
    expect([signerOf(ring, 'provenance'), signerOf(ring, 'answer')]).toEqual([first, first]);
    expect([signerOf(later, 'provenance'), signerOf(later, 'answer')]).toEqual([first, second]);
  });

  it('does not rest on a key that was revoked', async () => {
    await commandsOf(later).publishRing(later);
    await commandsOf(later).revoke(ring.newest('provenance').keyId, revocation);
    const latest = later.with(SigningKey.generate('provenance', NOW));
    await commandsOf(latest).publishRing(latest);
    const [publication] = chainOf(latest.newest('provenance').keyId);
    expect(publication?.signature?.key_id).toBe(later.newest('provenance').keyId);
  });

  it('adds newer keys', async () => {
    await commandsOf(ring).publishRing(ring);
    await commandsOf(later).publishRing(later);
    expect(store.streams.size).toBe(4);
  });

  it('is refused where the key that would sign was revoked, but not for an older one', async () => {
    await commandsOf(ring).publishRing(ring);
    await commandsOf(ring).revoke(ring.newest('answer').keyId, revocation);
    await commandsOf(later).publishRing(later);
    await expect(commandsOf(ring).publishRing(ring)).rejects.toThrow(
      `The answer key ${ring.newest('answer').keyId} is revoked`,
    );
  });
});

describe('a key', () => {
  it('is found after its elements', async () => {
    const commands = commandsOf(ring);
    const { keyId, publicKey } = ring.newest('provenance');
    expect(await commands.find(keyId)).toBeNull();
    await commands.publishRing(ring);
    const published = { key_id: keyId, public_key: publicKey, purpose: 'provenance', published_at: NOW };
    expect(await commands.find(keyId)).toMatchObject({ ...published, state: 'active', revoked_at: null });
    await commands.revoke(keyId, revocation);
    expect(await commands.find(keyId)).toMatchObject({
      ...published,
      state: 'revoked',
      revoked_at: NOW,
      cause: 'ceased',
    });
  });

  describe('with a forged event in its stream', () => {
    /** As readers get it, with the code already found wrong. */
    const forge = (keyId: string) => {
      const streamId = keySubjectId(keyId);
      const stream = store.streams.get(streamId) ?? [];
      const type = 'service.event.forged';
      const body = { type, schema_version: 1, element: null, data: { type }, companion: null };
      const place = { version: stream.length + 1, position: { epoch: 1, tx: '1', pos: '1' } };
      store.streams.set(streamId, [...stream, { stream_id: streamId, event_id: 'evt_f', ...body, ...place }]);
    };
    const { keyId } = ring.newest('answer');

    it('is what its own elements say, and stays published', async () => {
      await commandsOf(ring).publishRing(ring);
      forge(keyId);
      await commandsOf(ring).publishRing(ring);
      expect(await commandsOf(ring).find(keyId)).toMatchObject({ state: 'active', version: 1 });
    });

    it('is not revoked, nor published over it, before somebody has looked', async () => {
      await commandsOf(ring).publishRing(ring);
      forge(keyId);
      await expect(commandsOf(ring).revoke(keyId, revocation)).rejects.toThrow('did not write');
      store = new MemoryStore();
      forge(keyId);
      await expect(commandsOf(ring).publishRing(ring)).rejects.toThrow('did not write');
    });
  });

  it('that was never published is not revoked', async () => {
    await expect(commandsOf(ring).revoke('unknown', revocation)).rejects.toThrow('never published');
  });
});
