import { beforeEach, describe, expect, it } from '@jest/globals';
import { digestBytes, digestText, historySlot } from '@service/evidence';
import { eventually } from '@service/testing';
import { expectSoundLog } from '../testing/expect-sound-log.js';
import { MortalProcess } from '../testing/mortal-process.js';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';
import { Seals, readWaitingSeals } from './seals.js';

const log = new SequencedLog();
let seals: Seals;

beforeEach(() => {
  seals = new Seals(log.database.pool, log.schemas.log);
});

const keep = (number: number, said = `seal ${number}`) => seals.store({ number, digest: digestText(said) });
const waiting = (pos?: string) =>
  readWaitingSeals(
    log.database.pool,
    log.schemas.log,
    ORIGIN,
    new Map(pos === undefined ? [] : [['history', { tx: '0', pos }]]),
  );

describe('a seal', () => {
  it('is stored once, however often it comes', async () => {
    const kept = { number: 1, digest: digestText('seal 1') };
    expect(await Promise.all([keep(1), keep(1), keep(1)])).toEqual([kept, kept, kept]);
    await keep(2);
    expect(await keep(1)).toEqual(kept);
    expect((await waiting()).leaves.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('stays unchanged: another one under its number is answered with the stored one', async () => {
    await keep(1);
    expect(await keep(1, 'another')).toEqual({ number: 1, digest: digestText('seal 1') });
    expect((await waiting()).leaves).toMatchObject([{ digest: digestText('seal 1') }]);
  });

  it('is not stored where a later one may have been sequenced', async () => {
    await keep(3);
    expect(await keep(2)).toEqual({ number: 2, digest: null });
    expect((await waiting()).leaves).toMatchObject([{ sequence: 3 }]);
  });

  it('waits for the sequencer in the slot of its number, until it is sequenced', async () => {
    for (const number of [1, 2, 3]) await keep(number);
    const { leaves, positions } = await waiting('1');
    expect(leaves).toEqual(
      [2, 3].map((number) => ({
        slot: historySlot(ORIGIN, number),
        digest: digestText(`seal ${number}`),
        subjectId: 'history',
        sequence: number,
      })),
    );
    expect(positions).toEqual(new Map([['history', { tx: '0', pos: '3' }]]));
    expect(await waiting('3')).toEqual({ leaves: [], positions: new Map() });
  });
});

describe('the sequencer', () => {
  it('puts seals into the log in the order of their numbers, each once, wherever it dies', async () => {
    let kept = 0;
    for (let steps = 0; ; steps += 1) {
      await keep((kept += 1));
      if (steps % 2 === 0) await log.append('rec_1');
      const mortal = new MortalProcess(steps);
      await log.begin({
        pool: mortal.poolOf(log.database.pool),
        checkpoints: mortal.checkpointStoreOf(log.checkpoints),
      });
      await eventually(async () => mortal.dead || (await log.headSize()) === log.appended + kept);
      await log.endAll();
      if (!mortal.dead) break;
    }
    await expectSoundLog(log, ORIGIN);
    const leaves = await log.rows<{ sequence: number; slot: Buffer; digest: Buffer }>(
      `SELECT sequence, slot, digest FROM $.log_leaves WHERE subject_id = 'history' ORDER BY index`,
    );
    expect(leaves).toEqual(
      Array.from({ length: kept }, (_, index) => ({
        sequence: index + 1,
        slot: historySlot(ORIGIN, index + 1),
        digest: digestBytes(digestText(`seal ${index + 1}`)),
      })),
    );
  });
});
