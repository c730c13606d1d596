import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digestPersonal, firstLinkOf } from '@service/evidence';
import type { EmbeddedDatabase } from '@service/testing';
import { erasePersonal } from '../erasing/erase-personal.js';
import { InteractionHistory } from '../interaction-history.js';
import { LAST } from '../reading/newest-lines.js';
import { insertBlocks } from '../storage/insert-blocks.js';
import { historyDays } from '../storage/partitions.js';
import { requestIdAt, startHistoryDatabase } from '../testing/history-database.js';
import { countBlocks } from '../usage/count-blocks.js';
import { LinkedLines } from '../writing/linked-lines.js';

const DAY = '2026-03-01';
const PROJECT = 'prj_old';
const WRITER = 'wri_old';
const fields = { salt: 'c2FsdA', address: '192.0.2.1', user_agent: 'tests' };
const at = (index: number) => Date.parse(`${DAY}T12:00:00Z`) + index;

/** As release 0.1.0 wrote it. */
const lineOf = (index: number, credential: string, subject: string | null) =>
  `{"sequence":${index},"request_id":"${requestIdAt(at(index))}","occurred_at":"${new Date(at(index)).toISOString()}","channel":"api"` +
  `,"credential_id":"${credential}","operation":"record.verify","subject":${JSON.stringify(subject)}` +
  `,"items":1,"outcome":"succeeded","status":200,"error_code":null,"duration_ms":0.214,"client":"${digestPersonal(fields)}"}`;

const LINES = [lineOf(1, 'crd_a', 'rec_1'), lineOf(2, 'crd_b', 'rec_1'), lineOf(3, 'crd_a', null)];

let database: EmbeddedDatabase;
let history: InteractionHistory;
beforeAll(async () => {
  database = await startHistoryDatabase();
  history = new InteractionHistory(database.pool);
  await historyDays.ensure(database.pool, [DAY]);
  const linked = new LinkedLines(firstLinkOf({ day: DAY, project_id: PROJECT, writer: WRITER }), 3);
  for (const line of LINES) linked.push(line);
  const requests = LINES.map((line) => String(JSON.parse(line).request_id)).sort();
  const counted = { hour: `${DAY}T12:00:00.000Z`, operation: 'record.verify', outcome: 'succeeded' } as const;
  const block = {
    day: DAY,
    project_id: PROJECT,
    sequence: 1,
    line_count: 3,
    first_at: new Date(at(1)).toISOString(),
    last_at: new Date(at(3)).toISOString(),
    first_request: requests[0] ?? '',
    last_request: requests[2] ?? '',
    links: linked.links,
    lines: linked.lines,
    personal: JSON.stringify({ [digestPersonal(fields)]: fields }),
    tally: [
      { ...counted, credential_id: 'crd_a', requests: 2, items: 2 },
      { ...counted, credential_id: 'crd_b', requests: 1, items: 1 },
    ],
  };
  await insertBlocks(database.pool, { writer: WRITER, schema: 'verify_api' }, [block]);
});
afterAll(() => database.stop());

const list = async (filter: object) => {
  const search = { projectId: PROJECT, filter, range: { from: '', below: LAST } };
  return (await history.list(search, 10)).data;
};

describe('a lane that release 0.1.0 wrote', () => {
  it('is checked', async () => {
    expect(await history.check(PROJECT, DAY)).toMatchObject({
      sound: true,
      data: [{ lines: 3, faults: [] }],
    });
  });

  it('is answered as it was written', async () => {
    const shown = await list({});
    const own = shown.map(({ day: _d, writer: _w, link: _l, address: _a, user_agent: _u, ...line }) =>
      JSON.stringify(line),
    );
    expect(own).toEqual(LINES.toReversed());
  });

  it.each([
    [{ credential_id: 'crd_a' }, [3, 1]],
    [{ subject: 'rec_1' }, [2, 1]],
    [{ subject: 'rec_1', credential_id: 'crd_a' }, [1]],
    [{ subject: 'crd_a' }, []],
  ])('is searched by %j', async (filter, sequences) => {
    expect((await list(filter)).map(({ sequence }) => sequence)).toEqual(sequences);
  });

  it('is counted', async () => {
    expect(await countBlocks(database.pool, DAY)).toBe(1);
    const { rows } = await database.pool.query('SELECT requests FROM verify_api.usage');
    expect(rows).toEqual([{ requests: '3' }]);
  });

  it('has its personal fields erased by credential', async () => {
    expect(await erasePersonal(database.pool, { projectId: PROJECT, credentialId: 'crd_b' })).toMatchObject(
      {},
    );
    expect((await list({})).map(({ address }) => address)).toEqual([null, null, null]);
    expect((await history.check(PROJECT, DAY)).sound).toBe(true);
  });
});
