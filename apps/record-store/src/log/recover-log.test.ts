import { describe, expect, it } from '@jest/globals';
import { LEADER, acquireLease } from '@service/event-store';
import { digestText, historySlot } from '@service/evidence';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { eventually } from '@service/testing';
import { expectSoundLog } from '../testing/expect-sound-log.js';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';
import { recoverLog } from './recover-log.js';
import { Seals } from './seals.js';

const log = new SequencedLog();

const recover = () => recoverLog(log.database.pool, log.schemas, log.checkpoints);

describe('a log that must not go on', () => {
  it('is replaced by a new one that contains everything, and stays readable', async () => {
    await log.append('rec_1', 5);
    await log.sequenceAll();
    await log.rows(`UPDATE $.log_tiles SET hashes = sha256('other')`);
    const refused = await log.begin();
    await eventually(() => expect(refused.status?.refused).toEqual(expect.any(String)));
    await log.endAll();
    const { origin, tables } = await recover();
    expect([origin, tables]).toEqual([`${ORIGIN}/recovered-1`, `${log.schemas.log}_before_recovery_1`]);
    for (const source of log.schemas.sources) {
      expect(await log.rows(`SELECT origin FROM ${source}.log_origin`)).toEqual([{ origin }]);
    }
    await log.append('aut_1', 2, 1);
    await log.sequenceAll();
    expect(await log.headSize()).toBe(7);
    await expectSoundLog(log, origin);
    const [before] = await log.rows<{ note: string }>(`SELECT note FROM ${tables}.log_head`);
    expect(before?.note).toMatch(new RegExp(`^${ORIGIN}\n5\n`));
  });

  it('can be replaced again, even where the database has lost the first recovery', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    await recover();
    await log.sequenceAll();
    expect((await recover()).origin).toBe(`${ORIGIN}/recovered-2`);
    await log.sequenceAll();
    for (const source of log.schemas.sources) {
      await log.rows(`UPDATE ${source}.log_origin SET origin = '${ORIGIN}'`);
    }
    expect((await recover()).origin).toBe(`${ORIGIN}/recovered-3`);
  });

  it('takes the seals of the interaction history along, into new slots', async () => {
    const seals = new Seals(log.database.pool, log.schemas.log);
    await seals.store({ number: 1, digest: digestText('seal 1') });
    await log.append('rec_1');
    const published = () => eventually(async () => (await log.headSize()) === 2);
    await log.begin();
    await published();
    await log.endAll();
    const { origin } = await recover();
    await log.begin();
    await published();
    await log.endAll();
    await expectSoundLog(log, origin);
    const slots = await log.rows(`SELECT slot FROM $.log_leaves WHERE subject_id = 'history'`);
    expect(slots).toEqual([{ slot: historySlot(origin, 1) }]);
  });

  it('is replaced once by two who do so at the same time', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    const { checkpoints } = log;
    let second: unknown;
    const meanwhile: CheckpointStore = {
      load: async () => {
        second = await recover().catch((error: unknown) => error);
        return checkpoints.load();
      },
      store: (note) => checkpoints.store(note),
      setAside: () => checkpoints.setAside(),
      close: () => checkpoints.close(),
    };
    const { origin } = await recoverLog(log.database.pool, log.schemas, meanwhile);
    expect(String(second)).toMatch('is running; stop the whole service');
    expect(origin).toBe(`${ORIGIN}/recovered-1`);
    await log.sequenceAll();
    await expectSoundLog(log, origin);
  });

  it('is not changed while an app runs', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    const [, schema = ''] = log.schemas.sources;
    await acquireLease(log.database.pool, { schema, name: LEADER, holder: 'somebody' }, 60_000);
    await expect(recover()).rejects.toThrow(`A process of ${schema} is running`);
    await log.sequenceAll();
    await expectSoundLog(log, ORIGIN);
  });
});
