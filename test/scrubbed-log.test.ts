import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { register, uniqueName } from './support/fixtures.js';

/** Statements that change something, and those that put it back; `:id` stands for the record's id. */
interface Tampering {
  name: string;
  change: string;
  repair: string;
  /** What is said of it. */
  says: RegExp;
  kind: string;
}

const NEWEST = `(SELECT index FROM record_store.log_leaves WHERE subject_id = ':id' AND sequence = 2)`;
const RECEIVED = `(SELECT tree_size FROM record_store.log_receipts WHERE subject_id = ':id' AND sequence = 2)`;
/** Flips one bit of a column of bytes, and so back again. */
const flip = (table: string, column: string, byte: string, where: string): string =>
  `UPDATE record_store.${table} SET ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1) WHERE ${where}`;
const flipped = (name: string, kind: string, statement: string, says: RegExp): Tampering => {
  return { name, change: statement, repair: statement, says, kind };
};
/** Takes rows away, and puts them back. */
const removed = (name: string, kind: string, table: string, where: string, says: RegExp): Tampering => {
  const [, schema, own] = /^(\w+)\.(\w+)$/.exec(table) ?? [];
  return {
    name,
    kind,
    change: `CREATE TABLE ${schema}.kept_${own} AS SELECT * FROM ${table} WHERE ${where};
      DELETE FROM ${table} WHERE ${where}`,
    repair: `INSERT INTO ${table}${own === 'events' ? ` (${EVENT_COLUMNS}) OVERRIDING SYSTEM VALUE SELECT ${EVENT_COLUMNS}` : ' SELECT *'} FROM ${schema}.kept_${own}; DROP TABLE ${schema}.kept_${own}`,
    says,
  };
};

const ofLeaf = `subject_id = ':id' AND sequence = 2`;
const ofEvent = `stream_id = ':id' AND version = 2`;
const swapState = (from: string, to: string): string => `
  UPDATE record_store.events SET element = replace(element, '"external_id":"${from}', '"external_id":"${to}')
    WHERE stream_id = ':id';
  UPDATE verify_api_records.elements SET text = replace(text, '"external_id":"${from}', '"external_id":"${to}')
    WHERE record_id = ':id'`;

const tamperings: Tampering[] = [
  {
    name: 'an event, and the view with it',
    change: swapState('case', 'best'),
    repair: swapState('best', 'case'),
    says: /:id: element 2, leaf \d+: its digest is not that of the event/,
    kind: 'leaf',
  },
  removed(
    'an event that is gone',
    'leaf',
    'record_store.events',
    ofEvent,
    /:id: element 2, leaf \d+: its event is missing/,
  ),
  {
    name: 'an exchanged signature',
    change: `UPDATE record_store.companions SET signature = jsonb_set(signature, '{value}', '"${'A'.repeat(86)}"')
      WHERE event_id = (SELECT event_id FROM record_store.events WHERE ${ofEvent})`,
    repair: `UPDATE record_store.companions SET signature =
        (SELECT signature FROM verify_api_records.elements WHERE record_id = ':id' AND sequence = 2)
      WHERE event_id = (SELECT event_id FROM record_store.events WHERE ${ofEvent})`,
    says: /:id: event 2 .*: it is not signed by a published key/,
    kind: 'event',
  },
  flipped(
    'a digest of a leaf',
    'leaf',
    flip('log_leaves', 'digest', '0', ofLeaf),
    /:id: element 2, leaf \d+: its digest/,
  ),
  flipped('a slot', 'leaf', flip('log_leaves', 'slot', '9', ofLeaf), /:id: element 2, leaf \d+: its slot/),
  removed(
    'a leaf that is gone',
    'leaf',
    'record_store.log_leaves',
    ofLeaf,
    /:id: event 2 .*transparency log does not/,
  ),
  flipped(
    'a tile of leaves',
    'tile',
    flip('log_tiles', 'hashes', `(${NEWEST} % 256 * 32)::integer`, `level = 0 AND number = ${NEWEST} / 256`),
    /log: tile 0\/\d+: hash \d+ is not that of its leaves/,
  ),
  flipped(
    'a tile above',
    'tile',
    flip('log_tiles', 'hashes', `(${NEWEST} / 256 * 32)::integer`, 'level = 1 AND number = 0'),
    /log: tile 1\/0: hash 0 is not that of its leaves/,
  ),
  flipped(
    'a receipt',
    'receipt',
    flip('log_receipts', 'proof', '5', ofLeaf),
    /:id: element 2, .*its receipt does not lead/,
  ),
  flipped(
    'a root of a checkpoint',
    'checkpoint',
    flip('log_checkpoints', 'root', '31', `tree_size = ${RECEIVED}`),
    /log: the checkpoint of \d+: its root/,
  ),
  {
    name: 'a note of a checkpoint',
    change: `UPDATE record_store.log_checkpoints SET note = note || 'x' WHERE tree_size = ${RECEIVED}`,
    repair: `UPDATE record_store.log_checkpoints SET note = left(note, -1) WHERE tree_size = ${RECEIVED}`,
    says: /log: the checkpoint of \d+: its note does not hold/,
    kind: 'checkpoint',
  },
  flipped('the log’s own root', 'checkpoint', flip('log_state', 'root', '7', 'true'), /log: the log’s root/),
];

/** What is changed at the same time: each in a record of its own, and none hides what became of another. */
const together = [
  {
    where: 'events, signatures, receipts and checkpoints',
    names: ['an event', 'an event that', 'an exch', 'a receipt', 'a root', 'a note'],
    concernsAll: false,
  },
  { where: 'leaves', names: ['a digest of a leaf', 'a slot', 'a leaf that'], concernsAll: false },
  { where: 'tiles and the root', names: ['a tile of leaves', 'a tile above', 'the log'], concernsAll: true },
];
describeService({ name: 'the scrub', env: { SCRUB_LOAD_PERCENT: '100' } }, (service, world) => {
  let id: string;
  let other: string;
  let everything: string[];

  const verified = async (recordId: string): Promise<boolean> => {
    const { status, body } = await world.verifier.post('/v1/records/verify', { record_id: recordId });
    expect(status).toBe(200);
    return body['evidence'].provenance.verified as boolean;
  };
  const isVerified = (recordId: string, expected: boolean) =>
    eventually(async () => expect(await verified(recordId)).toBe(expected), { timeout: 20_000 });
  const run = (statement: string) =>
    service.sql(`SET session_replication_role = replica; ${statement.replaceAll(':id', id)}`);
  const scrubbed = () =>
    service.command('verify-api/dist/commands/scrub.js').then(
      (output) => ({ code: 0, output }),
      (failure: { code: number; stdout: string }) => ({ code: failure.code, output: failure.stdout }),
    );
  const kindsFound = async (): Promise<string[]> => {
    const rows = await service.sql<{ kind: string }>('SELECT DISTINCT kind FROM verify_api.findings');
    return rows.map(({ kind }) => kind);
  };

  beforeAll(async () => {
    // Enough for tiles of two levels.
    const records = Array.from({ length: 100 }, (_, index) => {
      return { authority_id: world.authorityId, origin: `https://a.example/${index}`, content: 'content' };
    });
    id = await register(world.admin, world.authorityId, { external_id: `case-${uniqueName()}` });
    await world.admin.post(`/v1/records/${id}/amend`, { reason: 'because', content: 'second' });
    for (let batch = 0; batch < 3; batch += 1) await world.admin.post('/v1/records/batch', { records });
    other = await register(world.admin, world.authorityId);
    everything = [id, other];
  }, 60_000);
  beforeEach(async () => {
    for (const each of everything) await isVerified(each, true);
  }, 60_000);

  it.each(tamperings)(
    'finds $name in the background, tells of it, and is content again once it is put back',
    async ({ change, repair, says, kind }) => {
      await run(change);
      await eventually(async () => expect(await kindsFound()).toContain(kind), { timeout: 20_000 });
      await isVerified(id, false);
      const { code, output } = await scrubbed();
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(says.source.replaceAll(':id', id)));
      await run(repair);
      expect(await scrubbed()).toEqual({ code: 0, output: expect.any(String) });
      await isVerified(id, true);
    },
    90_000,
  );
});
