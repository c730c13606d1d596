import { expect, it } from '@jest/globals';
import { digestText } from '@service/evidence';
import { eventually } from '@service/testing';
import { SequencedLog } from '../testing/sequenced-log.js';

const log = new SequencedLog();
const leaves = () => log.rows('SELECT subject_id, sequence FROM $.log_leaves ORDER BY index');

/** Adds an element as a writer of the database can. */
async function forge(subjectId: string, version: number, element: object): Promise<void> {
  await log.rows(
    `INSERT INTO $.events (stream_id, version, event_id, type, schema_version, element)
     VALUES ($1, $2, $3, 'service.record.registered', 1, $4)`,
    [subjectId, version, `evt_${subjectId}_${version}_forged`, JSON.stringify(element)],
  );
}

it('a second element in a slot is left out, and the log goes on', async () => {
  await log.append('rec_1', 2);
  const sequencer = await log.begin();
  await log.allPublished();
  const [first] = await log.rows<{ element: string }>('SELECT element FROM $.events WHERE version = 1');
  await log.rows('ALTER TABLE $.events DISABLE TRIGGER events_are_append_only');
  await log.rows('DELETE FROM $.events WHERE version = 2');
  await forge('rec_1', 2, { previous: digestText(first?.element ?? ''), state: 'active' });
  await eventually(() => expect(sequencer.status).toMatchObject({ skipped: 1, refused: null }));
  await log.append('rec_2');
  await eventually(async () =>
    expect(await leaves()).toEqual([
      { subject_id: 'rec_1', sequence: 1 },
      { subject_id: 'rec_1', sequence: 2 },
      { subject_id: 'rec_2', sequence: 1 },
    ]),
  );
});

it('of two records by one signature of their issuer the first is in the log', async () => {
  const issuer_signature = 'c2ln'.repeat(21) + 'cA';
  await forge('rec_1', 1, { record_id: 'rec_1', issuer_signature });
  await forge('rec_2', 1, { record_id: 'rec_2', issuer_signature });
  const sequencer = await log.begin();
  await eventually(() => expect(sequencer.status).toMatchObject({ size: 1, skipped: 1, refused: null }));
  await forge('rec_3', 1, { record_id: 'rec_3', issuer_signature });
  await eventually(() => expect(sequencer.status).toMatchObject({ size: 1, skipped: 2, refused: null }));
  expect(await leaves()).toEqual([{ subject_id: 'rec_1', sequence: 1 }]);
});
