import { describe, expect, it } from '@jest/globals';
import { acquireLease, type Lease } from '@service/event-store';
import { EMPTY_FRONTIER, extendFrontier, hashLeaf, logEntry, type Frontier } from '@service/evidence';
import { eventually } from '@service/testing';
import type { Pool } from 'pg';
import { LogMovedError, commitBatch } from './commit-batch.js';
import { GrownTree } from './grown-tree.js';
import { confirmHead, publishCheckpoint, refreshHead } from './publish-checkpoint.js';
import { expectSoundLog } from '../testing/expect-sound-log.js';
import { MortalProcess } from '../testing/mortal-process.js';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';

const log = new SequencedLog();

describe('a sequencer that dies', () => {
  it('between any two steps leaves a log that the next one continues', async () => {
    for (let steps = 0; ; steps += 1) {
      await log.append(`rec_${steps}`, 1 + (steps % 3));
      const mortal = new MortalProcess(steps);
      await log.begin({
        pool: mortal.poolOf(log.database.pool),
        checkpoints: mortal.checkpointStoreOf(log.checkpoints),
      });
      await eventually(async () => mortal.dead || (await log.headSize()) === log.appended);
      await log.endAll();
      if (!mortal.dead) break;
      // Every second run finishes the work of two that died.
      if (steps % 2 === 1) await log.sequenceAll();
    }
    await expectSoundLog(log, ORIGIN);
    // The runs must have reached opening, committing, storing and publishing.
    expect(log.checkpoints.notes.length).toBeGreaterThan(10);
  });
});

describe('a publication', () => {
  const headOf = () =>
    log.rows<{ tree_size: string; root: Buffer; note: string }>(
      'SELECT tree_size, root, note FROM $.log_head',
    );

  it('that the database lost in a crash is made again, the same', async () => {
    await log.append('rec_1', 3);
    await log.sequenceAll();
    const [before] = await headOf();
    await log.append('rec_1', 2);
    await log.sequenceAll();
    const lost = await headOf();
    await log.rows('DELETE FROM $.log_checkpoints WHERE tree_size = 5');
    await log.rows('UPDATE $.log_head SET tree_size = 3, root = $1, note = $2', [before?.root, before?.note]);
    await log.sequenceAll();
    expect(await headOf()).toEqual(lost);
    await expectSoundLog(log, ORIGIN);
  });

  it('waits for no disk, and the commit of its leaves does', async () => {
    const written: [string, boolean][] = [];
    const { pool } = log.database;
    const query = (asked: { name: string; text: string }) => {
      written.push([asked.name.split('.')[1] ?? '', !asked.text.includes(`'synchronous_commit', 'off'`)]);
      return pool.query(asked);
    };
    await log.append('rec_1', 2);
    await log.begin({ pool: { query, connect: () => pool.connect() } as unknown as Pool });
    await log.allPublished();
    await log.endAll();
    const writes = written.filter(([name]) => name === 'commit' || name === 'publish');
    expect(new Map(writes)).toEqual(
      new Map([
        ['commit', true],
        ['publish', false],
      ]),
    );
  });
});

async function frontierOf(): Promise<Frontier> {
  const leaves = await log.rows<{ slot: Buffer; digest: Buffer }>(
    'SELECT slot, digest FROM $.log_leaves ORDER BY index',
  );
  const hashes = leaves.map(({ slot, digest }) =>
    hashLeaf(logEntry(slot, `sha256:${digest.toString('hex')}`)),
  );
  return extendFrontier(EMPTY_FRONTIER, hashes).frontier;
}

describe('two sequencers', () => {
  it('that both think that they are the only one make one log', async () => {
    await log.begin();
    await log.begin();
    for (let at = 0; at < 40; at += 1) {
      await log.append(`rec_${at % 7}`, 1 + (at % 4));
      if (at % 8 === 0) await log.allPublished();
    }
    await log.allPublished();
    await log.endAll();
    await expectSoundLog(log, ORIGIN);
  });

  it('that has lost its lease writes nothing of a batch', async () => {
    const { pool } = log.database;
    const schema = log.schemas.log;
    const wanted = { schema, name: 'leader' };
    const lost = (await acquireLease(pool, { ...wanted, holder: 'first' }, -1)) as Lease;
    await log.append('rec_1', 2);
    await log.sequenceAll();
    const held = (await acquireLease(pool, { ...wanted, holder: 'second' }, 60_000)) as Lease;
    const state = () => log.rows('SELECT s.*, h.* FROM $.log_state AS s, $.log_head AS h');
    const before = await state();
    const tree = new GrownTree(await frontierOf(), []);
    const reached = { covered: 1_000_000n, at: new Date() };
    const { positions, known } = { positions: new Map(), known: { origin: ORIGIN, size: tree.size } };
    for (const attempt of [
      () => commitBatch(pool, lost, schema, ORIGIN, tree, { positions, covered: 1_000_000n }),
      () => publishCheckpoint(pool, lost, schema, ORIGIN, tree, 'of nobody', reached),
      () => refreshHead(pool, lost, schema, known, positions, reached),
      () => confirmHead(pool, lost, schema, tree.size),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(LogMovedError);
    }
    expect(await state()).toEqual(before);
    await confirmHead(pool, held, schema, tree.size);
    expect(await state()).not.toEqual(before);
  });

  it('of which one has lost the lease leave the log to the other', async () => {
    const { pool } = log.database;
    const wanted = { schema: log.schemas.log, name: 'leader' };
    const lost = (await acquireLease(pool, { ...wanted, holder: 'first' }, -1)) as Lease;
    const held = (await acquireLease(pool, { ...wanted, holder: 'second' }, 60_000)) as Lease;
    await log.append('rec_1');
    const stale = await log.begin({}, lost);
    const current = await log.begin({}, held);
    await log.allPublished();
    await eventually(() => current.status?.size === 1);
    expect(stale.status).toMatchObject({ size: null, refused: null });
    await log.endAll();
    await expectSoundLog(log, ORIGIN);
  });
});
