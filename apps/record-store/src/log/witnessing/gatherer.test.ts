import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MerkleTree, formatCheckpoint, hashLeaf, noteSigner, signNote } from '@service/evidence';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { GrowingLog } from '../../testing/growing-log.js';
import { LocalWitness } from '../../testing/local-witness.js';
import { Gatherer, type GathererOptions } from './gatherer.js';

const database = databaseOfFile();
let log: GrowingLog;
let witnesses: LocalWitness[];
let gatherers: Gatherer[];

beforeEach(async () => {
  log = await GrowingLog.open(database.pool, await database.freshSchema());
  witnesses = [];
  gatherers = [];
});
afterEach(async () => {
  for (const gatherer of gatherers) await gatherer.end();
  for (const witness of witnesses) await witness[Symbol.asyncDispose]();
});

async function startWitness(name: string): Promise<LocalWitness> {
  const witness = await LocalWitness.start(name, log.verifier);
  witnesses.push(witness);
  return witness;
}

async function gather(of: LocalWitness[], options: Partial<GathererOptions> = {}): Promise<Gatherer> {
  const gatherer = new Gatherer({
    pool: log.pool,
    schema: log.schema,
    witnesses: of.map(({ address }) => address),
    logger: createLogger('silent'),
    lag: { read: () => Promise.resolve(0) },
    pause: 10,
    ...options,
  });
  gatherers.push(gatherer);
  await gatherer.begin();
  return gatherer;
}

async function served(): Promise<{ size: number; names: string[] } | null> {
  const opened = await log.served(witnesses.map(({ verifier }) => verifier));
  if (opened === null) return null;
  return { size: opened.checkpoint.size, names: opened.cosignatures.map(({ name }) => name).toSorted() };
}

function untilServed(size: number, ...names: string[]): Promise<void> {
  return eventually(async () => expect(await served()).toEqual({ size, names }));
}

describe('gathering cosignatures', () => {
  it('serves each checkpoint with the cosignatures of all witnesses', async () => {
    const [a, b] = [await startWitness('a'), await startWitness('b')];
    await log.grow(3);
    await gather([a, b]);
    await untilServed(3, 'a', 'b');
    await log.grow(400);
    await untilServed(403, 'a', 'b');
    await log.grow(1);
    await untilServed(404, 'a', 'b');
  });

  it('asks once for a checkpoint that stays', async () => {
    const a = await startWitness('a');
    await log.grow(3);
    await gather([a]);
    await untilServed(3, 'a');
    const at = await servedAt();
    await eventually(async () => (await servedAt()) > at);
    expect(a.asked).toHaveLength(1);
  });

  it('asks for no later time of an old tree while elements wait for the log, which that time would refute', async () => {
    const a = await startWitness('a');
    await log.grow(3);
    await log.pool.query(
      `UPDATE ${log.schema}.log_checkpoints SET published_at = now() - interval '11 seconds'`,
    );
    let lag = 30_001;
    let reads = 0;
    const read = () => Promise.resolve(((reads += 1), lag));
    await gather([a], { lag: { read } });
    await eventually(() => expect(reads).toBeGreaterThan(2));
    expect(a.asked).toEqual([]);
    await log.grow(1);
    await untilServed(4, 'a');
    await log.pool.query(
      `UPDATE ${log.schema}.log_checkpoints SET published_at = now() - interval '11 seconds'`,
    );
    const b = await startWitness('b');
    await gather([b], { lag: { read } });
    lag = 30_000;
    await eventually(() => expect(b.asked).toHaveLength(1));
  });

  it('continues with a witness that has seen the log before', async () => {
    const a = await startWitness('a');
    await log.grow(3);
    const first = await gather([a]);
    await untilServed(3, 'a');
    await first.end();
    await log.grow(300);
    await gather([a]);
    await untilServed(303, 'a');
  });

  it('does not wait for a dead witness', async () => {
    const [a, dead] = [await startWitness('a'), await LocalWitness.start('dead', log.verifier)];
    const { address } = dead;
    await dead[Symbol.asyncDispose]();
    await log.grow(3);
    await gather([a], { witnesses: [a.address, address] });
    await untilServed(3, 'a');
  });

  it('includes a witness that comes back', async () => {
    const [a, b] = [await startWitness('a'), await startWitness('b')];
    b.instead = (response) => void response.writeHead(503).end();
    await log.grow(3);
    await gather([a, b]);
    await untilServed(3, 'a');
    b.instead = null;
    await untilServed(3, 'a', 'b');
  });

  it.each<[string, (own: string, other: string) => string]>([
    ['another witness’s cosignature', (_own, other) => other],
    ['the cosignature of another checkpoint', (own) => own.replace(/.{12}$/, 'AAAAAAAAAAA=')],
    ['something else', () => 'hello'],
    ['nothing', () => ''],
    ['more than anybody wants to read', () => 'x'.repeat(100_000)],
  ])('stores nothing of a witness that answers %s', async (_, answerOf) => {
    const [a, liar] = [await startWitness('a'), await startWitness('liar')];
    liar.instead = (response) => void response.end(answerOf('— liar AAAAAAAAAAAA', '— a AAAAAAAAAAAA\n'));
    await log.grow(3);
    await gather([a, liar]);
    await untilServed(3, 'a');
    expect(liar.asked.length).toBeGreaterThan(0);
  });

  it('follows no redirect', async () => {
    const [a, guided] = [await startWitness('a'), await startWitness('guided')];
    const { url } = a.address;
    guided.instead = (response) => void response.writeHead(307, { Location: `${url}/add-checkpoint` }).end();
    await log.grow(3);
    await gather([guided]);
    await eventually(() => guided.asked.length > 0);
    await untilServed(3);
    expect(a.asked).toEqual([]);
  });

  it('reports the objection of a witness that has cosigned another tree', async () => {
    const [ahead, forked] = [await startWitness('ahead'), await startWitness('forked')];
    const other = new MerkleTree(Array.from({ length: 9 }, (_, at) => hashLeaf(Buffer.from(`other ${at}`))));
    const noteAt = (size: number): string =>
      signNote(formatCheckpoint({ origin: log.origin, size, root: other.root(size) }), [
        noteSigner(log.origin, log.keys.newest('checkpoint')),
      ]);
    ahead.remember(log.origin, noteAt(9));
    forked.remember(log.origin, noteAt(2));
    await log.grow(3);
    const gatherer = await gather([ahead, forked]);
    await eventually(() => gatherer.status.every(({ objects }) => objects));
    await untilServed(3);
  });

  it('serves the newest checkpoint where no witness answers for too long', async () => {
    const a = await startWitness('a');
    await log.grow(3);
    await gather([a], { late: 50 });
    await untilServed(3, 'a');
    a.instead = (response) => void response.destroy();
    await log.grow(4);
    await untilServed(7);
    a.instead = null;
    await untilServed(7, 'a');
  });

  it('never serves a smaller checkpoint than before, whichever replica gathers', async () => {
    const a = await startWitness('a');
    await log.grow(3);
    await gather([a], { late: 0 });
    await gather([a]);
    let last = 0;
    for (let batch = 0; batch < 20; batch += 1) {
      await log.grow(7);
      const size = (await served())?.size ?? 0;
      expect(size).toBeGreaterThanOrEqual(last);
      last = size;
    }
    await untilServed(143, 'a');
  });

  it('starts again where the log was replaced', async () => {
    const a = await startWitness('a');
    await log.grow(30);
    const gatherer = await gather([a]);
    await untilServed(30, 'a');
    await gatherer.end();
    await database.pool.query(
      `UPDATE ${log.schema}.log_served SET origin = 'log.example/before', tree_size = 1000`,
    );
    await gather([a]);
    await untilServed(30, 'a');
  });
});

async function servedAt(): Promise<number> {
  const { rows } = await database.pool.query<{ at: Date }>(`SELECT at FROM ${log.schema}.log_served`);
  return rows[0]?.at.getTime() ?? 0;
}
