import { describe, expect, it } from '@jest/globals';
import {
  MerkleTree,
  SigningKey,
  TileTree,
  encodeEntryBundle,
  encodeHex,
  formatCheckpoint,
  formatVerifierKey,
  hashLeaf,
  noteCosigner,
  noteSigner,
  parseTilePath,
  signNote,
  tileWidth,
  type NoteSigner,
} from '@service/evidence';
import { LogSession } from './log-session.js';
import type { Pin } from './pin.js';
import type { PinStore } from './pin-store.js';
import { ServiceLog } from './service-log.js';

const ORIGIN = 'log.example/development';
const NOW = new Date('2026-11-24T03:00:00.000Z');

/** A log that a test grows and forges, read as the service serves it. */
class SampleLog {
  signer = noteSigner(ORIGIN, SigningKey.generate('checkpoint', NOW.toISOString()));
  entries: Uint8Array[] = [];
  reads: string[] = [];
  witnesses: NoteSigner[] = [];

  grow(count: number): this {
    for (let at = 0; at < count; at += 1) {
      this.entries.push(new Uint8Array(64).fill(this.entries.length % 251));
      (this.entries.at(-1) as Uint8Array)[0] = Math.floor(this.entries.length / 251);
    }
    return this;
  }

  get public(): ServiceLog {
    return new ServiceLog('https://records.example/', (url) => Promise.resolve(this.serve(url)));
  }

  checkpoint(size = this.entries.length): string {
    const tree = new MerkleTree(this.entries.map(hashLeaf));
    return signNote(formatCheckpoint({ origin: ORIGIN, size, root: tree.root(size) }), [
      this.signer,
      ...this.witnesses,
    ]);
  }

  private serve(url: string): Response {
    const path = url.slice('https://records.example/'.length);
    this.reads.push(path);
    const vkeys = [formatVerifierKey(this.signer.verifierKey)];
    if (path === 'keys') return Response.json({ keys: [], log: { origin: ORIGIN, vkeys } });
    if (path === 'witnesses')
      return Response.json({
        data: this.witnesses.map(({ verifierKey }) => ({ vkey: formatVerifierKey(verifierKey) })),
      });
    if (path === 'checkpoint') return new Response(this.checkpoint());
    const tile = parseTilePath(path);
    const size = this.entries.length;
    if (tileWidth(tile.kind === 'entries' ? 0 : tile.level, tile.number, size) < tile.width)
      return new Response(null, { status: 404 });
    const first = tile.number * 256;
    if (tile.kind === 'entries')
      return new Response(encodeEntryBundle(this.entries.slice(first, first + tile.width)) as BodyInit);
    const below = 256 ** tile.level;
    const leaves = this.entries.map(hashLeaf);
    const hashes = Array.from({ length: tile.width }, (_, at) =>
      new MerkleTree(leaves.slice((first + at) * below, (first + at + 1) * below)).root(),
    );
    return new Response(Buffer.concat(hashes) as BodyInit);
  }
}

class MemoryPins implements PinStore {
  readonly pins = new Map<string, Pin>();
  get(name: string): Promise<Pin | null> {
    return Promise.resolve(this.pins.get(name) ?? null);
  }
  put(name: string, pin: Pin): Promise<void> {
    this.pins.set(name, pin);
    return Promise.resolve();
  }
}

function begin() {
  const log = new SampleLog().grow(300);
  const pins = new MemoryPins();
  const session = new LogSession(log.public, pins, 'here', () => NOW);
  const kept = () => pins.pins.get('here');
  return { log, session, kept };
}

const nothing = () => undefined;

describe('a browser and a log that grows', () => {
  it('keeps its first checkpoint, proves each later one, and keeps that', async () => {
    const { log, session, kept } = begin();
    expect(await session.head()).toMatchObject({ size: 300, isSigned: true });
    expect(kept()).toMatchObject({ size: 300, keptAt: NOW.toISOString() });
    log.grow(300);
    expect(await session.consistency()).toMatchObject({
      holds: true,
      from: { size: 300 },
      to: { size: 600 },
    });
    expect(kept()).toMatchObject({ size: 600 });
  });

  it('finds an entry by its index, its digest and its slot, and proves it', async () => {
    const { log, session } = begin();
    const entry = log.entries[258] as Uint8Array;
    const slot = encodeHex(entry.subarray(0, 32));
    const digest = `sha256:${encodeHex(entry.subarray(32))}`;
    for (const task of [{ index: 258 }, { slot }]) {
      const found = await session.entry(task, nothing);
      expect(found).toMatchObject({ index: 258, size: 300, slot, digest, holds: true });
      expect(found.steps.at(-1)?.parent).toBe(found.root);
    }
    await expect(session.entry({ digest: `sha256:${'ff'.repeat(32)}` }, nothing)).rejects.toThrow('No entry');
    await expect(session.entry({ index: 300 }, nothing)).rejects.toThrow('the last one is 299');
  });
});

it('a witness may sign a time that no date can be', async () => {
  const { log, session } = begin();
  const witness = noteCosigner('w', SigningKey.generate('checkpoint', NOW.toISOString()), () => 1e15);
  log.witnesses = [witness];
  const { lines } = await session.head();
  expect(lines).toMatchObject([{ by: 'log' }, { by: 'witness', verdict: 'valid', at: /^\+275760-/ }]);
});

describe('a browser and a log that was changed', () => {
  it('is told of a rewritten past, and forgets nothing that shows it', async () => {
    const { log, session, kept } = begin();
    await session.head();
    const before = kept();
    (log.entries[7] as Uint8Array)[40] = 0xff;
    log.grow(10);
    expect(await session.consistency()).toMatchObject({ holds: false });
    expect(kept()).toEqual(before);
  });

  it('is told of a shorter one that is no beginning of what it saw', async () => {
    const { log, session } = begin();
    await session.head();
    log.entries = log.entries.slice(0, 200);
    await expect(session.consistency()).rejects.toThrow('404');
  });

  it('believes no entry that leads to another root', async () => {
    const { log, session } = begin();
    const honest = log.checkpoint();
    log.checkpoint = () => honest;
    (log.entries[3] as Uint8Array)[50] = 0xee;
    expect(await session.entry({ index: 3 }, nothing)).toMatchObject({ holds: false });
  });

  it('goes on with the pinned key where the service names another one, until that is accepted', async () => {
    const { log, session, kept } = begin();
    await session.head();
    const before = kept();
    log.signer = noteSigner(ORIGIN, SigningKey.generate('checkpoint', NOW.toISOString()));
    const head = await session.head();
    expect(head).toMatchObject({ isSigned: false, decision: { kind: 'changed' } });
    expect(head.lines).toMatchObject([{ verdict: 'unknown key', by: 'unknown' }]);
    expect(kept()).toEqual(before);
    expect((await session.accept()).kind).toBe('same');
    expect(await session.head()).toMatchObject({ isSigned: true });
    expect(kept()?.vkeys).toHaveLength(2);
  });
});

it('the tiles of the sample are those of a log', async () => {
  const log = new SampleLog().grow(600);
  const tree = new MerkleTree(log.entries.map(hashLeaf));
  expect(await (log.public.tiles.tree(600) satisfies TileTree).root()).toEqual(tree.root());
});
