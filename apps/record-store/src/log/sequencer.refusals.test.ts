import { describe, expect, it } from '@jest/globals';
import { KeyRing } from '@service/evidence';
import { eventually } from '@service/testing';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';

const log = new SequencedLog();

/** Starts a sequencer that must refuse the log, and answers the reason. */
async function refusal(changes: Parameters<typeof log.begin>[0] = {}): Promise<string> {
  const before = { head: await log.headSize(), stored: log.checkpoints.notes.length };
  const sequencer = await log.begin(changes);
  await eventually(() => expect(sequencer.status?.refused).toEqual(expect.any(String)));
  expect({ head: await log.headSize(), stored: log.checkpoints.notes.length }).toEqual(before);
  return sequencer.status?.refused ?? '';
}

/** Replaces the database from which a log of five entries was published. */
async function replaceDatabase(count: number): Promise<void> {
  await log.append('rec_1', 5);
  await log.sequenceAll();
  const { keys, checkpoints } = log;
  await log.renew();
  if (count > 0) await log.append('rec_2', count);
  await log.sequenceAll();
  log.keys = keys;
  log.checkpoints = checkpoints;
}

describe('a sequencer refuses', () => {
  it('a log that is shorter than its published checkpoint', async () => {
    await replaceDatabase(3);
    expect(await refusal()).toMatch(/has 3 entries, and 5 were published/);
  });

  it('an empty log instead of it', async () => {
    await replaceDatabase(0);
    expect(await refusal()).toMatch(/has 0 entries, and 5 were published/);
  });

  it.each([5, 9])('another log that has at least as many entries: %d', async (count) => {
    await replaceDatabase(count);
    expect(await refusal()).toMatch(/a checkpoint was stored of another tree/);
  });

  it('a log whose checkpoint was signed by none of the ring’s keys', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    const keys = KeyRing.generate('2026-11-22T03:00:00.000Z');
    expect(await refusal({ keys })).toMatch(/No known key signed/);
  });

  it('a log of another origin than the stored one', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    await log.rows(`UPDATE $.log_state SET origin = 'another.example/development'`);
    expect(await refusal()).toBe(
      `The log is another.example/development, and a checkpoint was stored of ${ORIGIN}.`,
    );
  });

  it('a log that was replaced since', async () => {
    await log.begin({ origin: `${ORIGIN}/recovered-2` });
    await log.allPublished();
    await log.endAll();
    await log.rows(`UPDATE $.log_state SET origin = '${ORIGIN}/recovered-1'`);
    expect(await refusal()).toMatch(/recovered-1, and a checkpoint was stored of .*recovered-2/);
  });

  it.each([
    ['a tile', `UPDATE $.log_tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)`],
    ['a cut tile', `UPDATE $.log_tiles SET hashes = substr(hashes, 1, 64)`],
    ['a missing tile', `DELETE FROM $.log_tiles`],
    ['the root of its state', `UPDATE $.log_state SET root = sha256('other')`],
    ['the size of its state', `UPDATE $.log_state SET size = 4`],
    ['the root of its head', `UPDATE $.log_head SET root = sha256('other')`],
    ['a leaf that is not published yet', `DELETE FROM $.log_leaves WHERE index = 4`],
  ])('a log with a change of %s', async (_, statement) => {
    await log.append('rec_1', 3);
    await log.sequenceAll();
    await log.append('rec_1', 2);
    await log.sequenceAll();
    // A sequencer that died before it published leaves the log like this.
    const [before] = await log.rows<{ root: Buffer; note: string }>(
      'SELECT root, note FROM $.log_checkpoints WHERE tree_size = 3',
    );
    await log.rows('UPDATE $.log_head SET tree_size = 3, root = $1, note = $2', [before?.root, before?.note]);
    await log.rows(statement);
    expect(await refusal()).toMatch(/is not sound|were published/);
  });
});
