import { describe, expect, it } from '@jest/globals';
import { EventStore } from '@service/event-store';
import { digestText, encodeHex, firstSlot, hashElement, nextSlot } from '@service/evidence';
import { eventually } from '@service/testing';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';

const log = new SequencedLog();
const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
const KEY = 'key_a';

const published = hashElement({
  key_id: 'a',
  sequence: 1,
  salt,
  previous: null,
  type: 'service.key.published',
});
const revoked = hashElement({
  key_id: 'a',
  sequence: 2,
  salt,
  previous: digestText(published.text),
  type: 'service.key.revoked',
});

/** Slot of the key’s second element. */
const NEXT = encodeHex(nextSlot({ salt, digest: published.digest }));

/** What somebody does who can write to the database. */
async function insert(
  streamId: string,
  version: number,
  element: string,
  type = 'service.key.published',
): Promise<void> {
  const source = log.schemas.sources[1] ?? '';
  await log.database.pool.query(
    `INSERT INTO ${source}.events (stream_id, version, event_id, type, schema_version, element)
     VALUES ($1, $2, $3, $4, 1, $5)`,
    [streamId, version, `evt_${source}_${streamId}_${version}`, type, element],
  );
}

/** Appends an element of the key as its owner does. */
async function appendAsOwner({ text }: { text: string }, expected: number): Promise<void> {
  const source = log.schemas.sources[1] ?? '';
  const { type } = JSON.parse(text) as { type: string };
  const event = { stream_id: KEY, event_id: `evt_${source}_own_${expected}`, type, schema_version: 1 };
  await new EventStore(log.database.pool, source, log.authentication).append({
    streams: [{ stream_id: KEY, expected }],
    events: [{ ...event, element: text, data: null, companion: null }],
    claims: [],
  });
}

const leaves = () =>
  log.rows<{ subject_id: string; sequence: number }>(
    'SELECT subject_id, sequence FROM $.log_leaves ORDER BY index',
  );
const slots = async () =>
  (await log.rows<{ slot: Buffer }>('SELECT slot FROM $.log_leaves')).map(({ slot }) => slot.toString('hex'));

/** Waits for records that were appended after what a test looks for. */
async function sequenceBehind(): Promise<void> {
  await log.append('rec_behind', 2);
  await eventually(async () =>
    expect((await leaves()).filter(({ subject_id }) => subject_id === 'rec_behind')).toHaveLength(2),
  );
}

describe('an element of a key', () => {
  it('is logged where its owner wrote it', async () => {
    const sequencer = await log.begin();
    await appendAsOwner(published, 0);
    await appendAsOwner(revoked, 1);
    await sequenceBehind();
    expect((await leaves()).filter(({ subject_id }) => subject_id === KEY)).toEqual([
      { subject_id: KEY, sequence: 1 },
      { subject_id: KEY, sequence: 2 },
    ]);
    expect([log.alarms, sequencer.status?.skipped]).toEqual([[], 0]);
  });

  it('is not logged, with an alarm, where somebody else wrote it, and what comes behind it is', async () => {
    const sequencer = await log.begin();
    await insert(KEY, 1, published.text);
    await sequenceBehind();
    expect(await leaves()).toEqual([
      { subject_id: 'rec_behind', sequence: 1 },
      { subject_id: 'rec_behind', sequence: 2 },
    ]);
    expect(log.alarms).toEqual([expect.objectContaining({ stream_id: KEY, version: 1 })]);
    expect(sequencer.status).toMatchObject({ refused: null, skipped: 1 });
  });

  it('is not logged as a revocation that somebody else wrote', async () => {
    await log.begin();
    await appendAsOwner(published, 0);
    await insert(KEY, 2, revoked.text, 'service.key.revoked');
    await sequenceBehind();
    expect(await slots()).toContain(encodeHex(firstSlot(ORIGIN, KEY)));
    expect(await slots()).not.toContain(NEXT);
  });

  it.each([
    ['of another type in the stream of the key', KEY, 'service.record.amended'],
    ['in the stream of something else', 'aut_1', 'service.authority.amended'],
  ])('is not logged %s', async (_, stream, type) => {
    await log.begin();
    await insert(stream, 1, published.text, type);
    await insert(stream, 2, revoked.text, type);
    await sequenceBehind();
    expect(await slots()).not.toContain(encodeHex(firstSlot(ORIGIN, KEY)));
    expect(await slots()).not.toContain(NEXT);
  });
});
