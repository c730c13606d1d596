import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { inTransaction } from '@service/event-store';
import { canonicalJson } from '@service/evidence';
import { CachedEvents, type DeliveredEvent } from '../deliveries/delivering/cached-events.js';
import { editPublished } from '../testing/edit-published.js';
import { isAuthentic, publishedEvents } from '../testing/published-event-codes.js';
import { LIFE, SampleLogs, type PublishedRow } from '../testing/sample-logs.js';
import { erasePublishedReasons } from './erase-published-reasons.js';
import { publishLog } from './publish-log.js';

let logs: SampleLogs;
beforeAll(async () => {
  logs = await SampleLogs.start();
  const [authority] = await logs.grant('aut_1');
  if (authority === undefined) throw new Error('no authority');
  for (const id of ['rec_1', 'rec_2']) await logs.register(id, authority, LIFE);
});
afterAll(() => logs.database.stop());
beforeEach(async () => {
  await logs.clear();
  await publish(await logs.events('record_store'));
});

const publish = (events: Awaited<ReturnType<SampleLogs['events']>>) =>
  logs.apply(
    publishLog('record_store', { pool: logs.database.pool, publishedEvents, retentionDays: 30 }),
    events,
  );
const published = async (id: string) =>
  (await logs.published()).filter(({ subject_id }) => subject_id === id);
const newestEventId = async () =>
  (await logs.events('record_store')).findLast(({ stream_id }) => stream_id === 'rec_1')?.event_id ?? '';
const erase = async (projectId = 'prj_1') => {
  const subject = { id: 'rec_1', projectId, newestEventId: await newestEventId() };
  return inTransaction(logs.database.pool, 'BEGIN', (client) =>
    erasePublishedReasons(client, subject, publishedEvents),
  );
};
const withoutReason = (body: string): string => {
  const {
    reason: _reason,
    reason_salt: _salt,
    ...event
  } = (JSON.parse(body) as { event: Record<string, unknown> }).event;
  return canonicalJson({ event });
};

it('leaves a subject’s published events without their reasons, and nothing else changed', async () => {
  const [before, others] = [await published('rec_1'), await published('rec_2')];
  expect(before.filter(({ body }) => body.includes('because'))).toHaveLength(3);
  expect(await erase()).toBe(3);
  const after = await published('rec_1');
  expect(after).toEqual(
    before.map((row, index) => ({ ...row, body: withoutReason(row.body), mac: after[index]?.mac })),
  );
  expect(after.map(isAuthentic)).toEqual([true, true, true, true]);
  expect(await published('rec_2')).toEqual(others);
  expect(await erase()).toBe(0);
});

it('reaches no other project', async () => {
  const before = await published('rec_1');
  expect(await erase('prj_2')).toBe(0);
  expect(await published('rec_1')).toEqual(before);
});

it('waits until the newest event is published, which would bring its reason', async () => {
  await logs.clear();
  const events = (await logs.events('record_store')).filter(({ stream_id }) => stream_id === 'rec_1');
  await publish(events.slice(0, 3));
  expect(await erase()).toBeNull();
  await publish(events.slice(3));
  expect(await erase()).toBe(3);
});

it('makes nothing authentic that was not, and leaves what is no event', async () => {
  const [first, second] = await published('rec_1');
  const edit = (row: PublishedRow | undefined, body: string) =>
    editPublished(logs.database.pool, row?.event_id, () => body);
  await edit(first, 'no JSON');
  await edit(second, '{"event":{"reason":"forged","type":"x"}}');
  expect(await erase()).toBe(3);
  const after = await published('rec_1');
  expect(after.slice(0, 2).map(({ body }) => body)).toEqual(['no JSON', '{"event":{"type":"x"}}']);
  expect(after.map(isAuthentic)).toEqual([false, false, true, true]);
});

it('shows in deliveries after five seconds at the latest', async () => {
  let now = 0;
  const cached = new CachedEvents(logs.database.pool, publishedEvents, undefined, () => now);
  const [, row] = await published('rec_1');
  const key = { event_id: row?.event_id ?? '', day: new Date().toISOString().slice(0, 10) };
  const bodyOf = async () => ((await cached.of([key])).get(key.event_id) as DeliveredEvent).body;
  expect(await bodyOf()).toBe(row?.body);
  await erase();
  now = 4_999;
  expect(await bodyOf()).toBe(row?.body);
  now = 5_000;
  expect(await bodyOf()).toBe(withoutReason(row?.body ?? ''));
});
