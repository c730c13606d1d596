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
const revocation = {
  reason: 'because',
  cause: 'ceased',
  invalid_since: null,
  invalid_from_size: null,
} as const;

let store: MemoryStore;
const commandsOf = (keys: KeyRing) =>
  new KeyCommands(store as unknown as EventStore, 'example.org/log/development', keys);
const chainOf = (keyId: string) =>
  (store.streams.get(keySubjectId(keyId)) ?? []).map(({ element, companion }) =>
    openSignedElement<KeyElementContent>(element ?? '', digestText(element ?? ''), companion?.signature),
  );

beforeEach(() => {
  store = new MemoryStore();
});

describe('a published ring', () => {
  it('has an element for each key except those for checkpoints, once for all replicas and starts', async () => {
    await Promise.all([commandsOf(ring), commandsOf(ring)].map((commands) => commands.publishRing()));
    await commandsOf(ring).publishRing();
    expect([...store.streams.keys()].sort()).toEqual(
      [ring.newest('provenance'), ring.newest('answer')].map(({ keyId }) => keySubjectId(keyId)).sort(),
    );
    for (const streamId of store.streams.keys()) {
      expect(store.typesOf(streamId)).toEqual(['service.key.published']);
    }
  });

  it('makes sound chains with exactly the documented members, signed by the provenance key', async () => {
    const commands = commandsOf(ring);
    await commands.publishRing();
    const { keyId } = ring.newest('answer');
    await commands.revoke(keyId, revocation, 0);
    const chain = chainOf(keyId);
    expect(findKeyChainFault(chain)).toBeNull();
    const provenance = await commands.find(ring.newest('provenance').keyId);
    expect(findSignatureFault(chain, () => provenance ?? undefined)).toBeNull();
    expect(Object.keys(chain[0]?.content ?? {}).sort()).toEqual(
      'cause event_id format invalid_from_size invalid_since key_id log occurred_at previous public_key purpose reason_digest salt sequence state type'.split(
        ' ',
      ),
    );
  });

  it('is signed by a provenance key that was published before, except for the first of all', async () => {
    const signerOf = (keys: KeyRing, purpose: 'provenance' | 'answer') =>
      chainOf(keys.newest(purpose).keyId)[0]?.signature?.key_id;
    await commandsOf(ring).publishRing();
    await commandsOf(later).publishRing();
    const [first, second] = [ring, later].map((keys) => keys.newest('provenance').keyId);
    expect([signerOf(ring, 'provenance'), signerOf(ring, 'answer')]).toEqual([first, first]);
    expect([signerOf(later, 'provenance'), signerOf(later, 'answer')]).toEqual([first, second]);
  });

  it('rests on the version of the key that signs it, except for the first of all', async () => {
    await commandsOf(ring).publishRing();
    await commandsOf(ring).revoke(ring.newest('answer').keyId, revocation, 0);
    const signer = { stream_id: keySubjectId(ring.newest('provenance').keyId), expected: 1 };
    expect(store.appends.map(({ asserted }) => asserted)).toEqual([[], [signer], [signer]]);
  });

  it('does not rest on a key that was revoked', async () => {
    await commandsOf(later).publishRing();
    await commandsOf(later).revoke(ring.newest('provenance').keyId, revocation, 0);
    const latest = later.with(SigningKey.generate('provenance', NOW));
    await commandsOf(latest).publishRing();
    const [publication] = chainOf(latest.newest('provenance').keyId);
    expect(publication?.signature?.key_id).toBe(later.newest('provenance').keyId);
  });

  it('adds newer keys', async () => {
    await commandsOf(ring).publishRing();
    await commandsOf(later).publishRing();
    expect(store.streams.size).toBe(4);
  });

  it('is refused where the key that would sign was revoked, but not for an older one', async () => {
    await commandsOf(ring).publishRing();
    await commandsOf(ring).revoke(ring.newest('answer').keyId, revocation, 0);
    await commandsOf(later).publishRing();
    await expect(commandsOf(ring).publishRing()).rejects.toThrow(
      `The answer key ${ring.newest('answer').keyId} is revoked`,
    );
  });
});

describe('a key', () => {
  it('is found after its elements', async () => {
    const commands = commandsOf(ring);
    const { keyId, publicKey } = ring.newest('provenance');
    expect(await commands.find(keyId)).toBeNull();
    await commands.publishRing();
    const published = { key_id: keyId, public_key: publicKey, purpose: 'provenance', published_at: NOW };
    expect(await commands.find(keyId)).toMatchObject({ ...published, state: 'active', revoked_at: null });
    await commands.revoke(keyId, revocation, 0);
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
      await commandsOf(ring).publishRing();
      forge(keyId);
      await commandsOf(ring).publishRing();
      expect(await commandsOf(ring).find(keyId)).toMatchObject({ state: 'active', version: 1 });
    });

    it('is not revoked, nor published over it, before somebody has looked', async () => {
      await commandsOf(ring).publishRing();
      forge(keyId);
      await expect(commandsOf(ring).revoke(keyId, revocation, 0)).rejects.toThrow('did not write');
      store = new MemoryStore();
      forge(keyId);
      await expect(commandsOf(ring).publishRing()).rejects.toThrow('did not write');
    });
  });

  it('is not revoked where no published key is there to sign that', async () => {
    await commandsOf(ring).publishRing();
    const { keyId } = ring.newest('answer');
    const others = KeyRing.generate(NOW);
    await expect(commandsOf(others).revoke(keyId, revocation, 0)).rejects.toThrow(
      'No published provenance key',
    );
    expect(store.typesOf(keySubjectId(keyId))).toEqual(['service.key.published']);
  });

  it('that was never published is not revoked', async () => {
    await expect(commandsOf(ring).revoke('unknown', revocation, 0)).rejects.toThrow('never published');
  });
});
