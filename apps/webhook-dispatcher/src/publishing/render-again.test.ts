import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { editPublished } from '../testing/edit-published.js';
import { isAuthentic, publishedEvents } from '../testing/published-event-codes.js';
import { SampleLogs } from '../testing/sample-logs.js';
import { publishLog } from './publish-log.js';
import { renderAgain } from './render-again.js';

let logs: SampleLogs;
beforeAll(async () => {
  logs = await SampleLogs.start();
  const [authority] = await logs.grant('aut_1');
  if (authority === undefined) throw new Error('no authority');
  await logs.register('rec_1', authority);
  await logs.issue('crd_1', 'prj_1');
  for (const log of ['credential_authority', 'record_store'] as const) {
    const publisher = publishLog(log, { pool: logs.database.pool, publishedEvents, retentionDays: 30 });
    await logs.apply(publisher, await logs.events(log));
  }
});
afterAll(() => logs.database.stop());

const change = (assignments: string, subject: string) =>
  logs.database.pool.query(
    `UPDATE webhook_dispatcher.published_events SET ${assignments} WHERE subject_id = $1`,
    [subject],
  );
const again = () => renderAgain({ pool: logs.database.pool, authentications: {}, publishedEvents });
const codes = async (): Promise<boolean[]> => (await logs.published()).map(isAuthentic);

it('gives published events without a code the code and body of their events, whatever their rows say', async () => {
  const before = await logs.published();
  await change('mac = NULL', 'rec_1');
  await change("mac = NULL, body = 'unreadable', project_id = 'prj_2'", 'crd_1');
  expect(await codes()).toEqual([true, false, false]);
  expect(await again()).toEqual({ rendered: 2, left: [] });
  expect(await logs.published()).toEqual(before);
  expect(await codes()).toEqual([true, true, true]);
});

it('leaves events that have a code, a wrong one too, and those that no event renders to', async () => {
  const record = (await logs.published()).find(({ subject_id }) => subject_id === 'rec_1');
  await editPublished(logs.database.pool, record?.event_id, () => '{}');
  await change(`mac = NULL, event_id = 'evt_forged'`, 'crd_1');
  expect(await again()).toEqual({ rendered: 0, left: ['evt_forged'] });
  expect(await codes()).toEqual([true, false, false]);
});
