import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { register, uniqueName } from './support/fixtures.js';

/** Statements that change something and restore it; `:id` stands for the record's id. */
interface Tampering {
  name: string;
  change: string;
  repair: string;
  /** What is said of it. */
  says: RegExp;
}

const NEWEST = `(SELECT index FROM record_store.log_leaves WHERE subject_id = ':id' AND sequence = 2)`;
const RECEIVED = `(SELECT min(tree_size) FROM record_store.log_checkpoints WHERE tree_size > ${NEWEST})`;
/** Flips one bit of a column of bytes; a second flip restores it. */
const flip = (table: string, column: string, byte: string, where: string): string =>
  `UPDATE record_store.${table} SET ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1) WHERE ${where}`;
const flipped = (name: string, statement: string, says: RegExp): Tampering => {
  return { name, change: statement, repair: statement, says };
};
/** Deletes rows and restores them. */
const removed = (name: string, table: string, where: string, says: RegExp): Tampering => {
  const [, schema, own] = /^(\w+)\.(\w+)$/.exec(table) ?? [];
  return {
    name,
    change: `CREATE TABLE ${schema}.kept_${own} AS SELECT * FROM ${table} WHERE ${where};
      DELETE FROM ${table} WHERE ${where}`,
    repair: `INSERT INTO ${table} ${own === 'events' ? 'OVERRIDING SYSTEM VALUE' : ''} SELECT * FROM ${schema}.kept_${own}; DROP TABLE ${schema}.kept_${own}`,
    says,
  };
};

const ofLeaf = `subject_id = ':id' AND sequence = 2`;
const ofEvent = `stream_id = ':id' AND version = 2`;
const swapState = (from: string, to: string): string => `
  UPDATE record_store.events SET element = replace(element, '"external_id":"${from}', '"external_id":"${to}')
    WHERE stream_id = ':id'`;

const tamperings: Tampering[] = [
  {
    name: 'an event',
    change: swapState('case', 'best'),
    repair: swapState('best', 'case'),
    says: /:id: element 2, leaf \d+: its digest is not that of the event/,
  },
  removed(
    'an event that is gone',
    'record_store.events',
    ofEvent,
    /:id: element 2, leaf \d+: its event is missing/,
  ),
  {
    name: 'an exchanged signature',
    change: flip('events', 'signature', '40', ofEvent),
    repair: flip('events', 'signature', '40', ofEvent),
    says: /:id: event 2 .*: it is not signed by a published key/,
  },
  flipped(
    'a digest of a leaf',
    flip('log_leaves', 'digest', '0', ofLeaf),
    /:id: element 2, leaf \d+: its digest/,
  ),
  flipped(
    'a slot',
    flip('log_leaves', 'slot', '9', ofLeaf),
    /log: leaf \d+: its slot is not that of element 2 of :id/,
  ),
  removed(
    'a leaf that is gone',
    'record_store.log_leaves',
    ofLeaf,
    /:id: event 2 .*transparency log does not/,
  ),
  flipped(
    'a tile of leaves',
    flip('log_tiles', 'hashes', `(${NEWEST} % 16 * 32)::integer`, `level = 0 AND number = ${NEWEST} / 16`),
    /log: tile 0\/\d+: hash \d+ differs from its leaves/,
  ),
  flipped(
    'a tile above',
    flip(
      'log_tiles',
      'hashes',
      `(${NEWEST} / 16 % 16 * 32)::integer`,
      `level = 1 AND number = ${NEWEST} / 256`,
    ),
    /log: tile 1\/\d+: hash \d+ differs from its leaves/,
  ),
  flipped(
    'a root of a checkpoint',
    flip('log_checkpoints', 'root', '31', `tree_size = ${RECEIVED}`),
    /log: the checkpoint of \d+: its root/,
  ),
  {
    name: 'a note of a checkpoint',
    change: `UPDATE record_store.log_checkpoints SET note = note || 'x' WHERE tree_size = ${RECEIVED}`,
    repair: `UPDATE record_store.log_checkpoints SET note = left(note, -1) WHERE tree_size = ${RECEIVED}`,
    says: /log: the checkpoint of \d+: its note is invalid/,
  },
  {
    name: 'what was added behind the end',
    change: `INSERT INTO record_store.log_tiles VALUES (0, 99999, '')`,
    repair: 'DELETE FROM record_store.log_tiles WHERE number = 99999',
    says: /log: tile 0\/99999 is beyond the end of the log/,
  },
];

/** Simultaneous changes, each in a separate record, that do not hide each other. */
const together = [
  {
    where: 'events, signatures and checkpoints',
    names: ['an event', 'an event that', 'an exch', 'a root', 'a note'],
    concernsAll: false,
  },
  { where: 'leaves', names: ['a digest of a leaf', 'a slot', 'a leaf that'], concernsAll: false },
  { where: 'tiles', names: ['a tile of leaves', 'a tile above', 'what was added'], concernsAll: true },
];
describeService({ name: 'the scrub', env: { SCRUB_LOAD_PERCENT: '100' } }, (service, fixture) => {
  const records = new Map<string, string>();
  let untouched: string;

  const isVerified = async (id: string): Promise<boolean> => {
    const { status, body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
    expect(status).toBe(200);
    return body['evidence'].provenance.verified as boolean;
  };
  const allVerified = (ids: readonly string[], expected: boolean) =>
    eventually(
      async () => {
        for (const id of ids) expect([id, await isVerified(id)]).toEqual([id, expected]);
      },
      { timeout: 40_000 },
    );
  const run = (statement: string, id: string) =>
    service.sql(`SET session_replication_role = replica; ${statement.replaceAll(':id', id)}`);
  const scrubbed = () => service.outcome('verify-api/commands/scrub.js');
  const foundSoFar = async (): Promise<string> => {
    const rows = await service.sql<{ line: string }>(
      `SELECT subject_id || ': ' || difference AS line FROM verify_api.findings`,
    );
    return rows.map(({ line }) => line).join('\n');
  };
  /** A record of two elements in the log, under a separate checkpoint. */
  const newRecord = async (): Promise<string> => {
    const id = await register(fixture.admin, fixture.authorityId, { external_id: `case-${uniqueName()}` });
    const amended = await fixture.admin.post(`/v1/records/${id}/amend`, {
      reason: 'because',
      content: 'second',
    });
    expect(amended.status).toBe(200);
    await eventually(async () => {
      const published = `SELECT FROM record_store.log_leaves WHERE subject_id = $1
        AND index < (SELECT tree_size FROM record_store.log_head)`;
      expect(await service.sql(published, [id])).toHaveLength(2);
    });
    return id;
  };

  beforeAll(async () => {
    for (const { name } of tamperings) records.set(name, await newRecord());
    const batch = Array.from({ length: 100 }, (_, index) => {
      return { authority_id: fixture.authorityId, origin: `https://a.example/${index}`, content: 'content' };
    });
    // Enough for tiles of two levels.
    for (let times = 0; times < 3; times += 1) {
      await fixture.admin.post('/v1/records/batch', { records: batch });
    }
    untouched = await newRecord();
    await newRecord();
    await allVerified([...records.values(), untouched], true);
  }, 90_000);

  it.each(together)(
    'finds what was done to $where in the background and by command, until it is put back',
    async ({ names, concernsAll }) => {
      const own = tamperings.filter(({ name }) => names.some((begin) => name.startsWith(begin)));
      const idOf = ({ name }: Tampering): string => records.get(name) ?? '';
      const expected = own.map((each) => new RegExp(each.says.source.replaceAll(':id', idOf(each))));
      for (const each of own) await run(each.change, idOf(each));
      await eventually(
        async () => {
          const found = await foundSoFar();
          for (const said of expected) expect(found).toMatch(said);
        },
        { timeout: 40_000 },
      );
      await allVerified(own.map(idOf), false);
      await allVerified([untouched], !concernsAll);
      const { code, output } = await scrubbed();
      expect(code).toBe(1);
      for (const said of expected) expect(output).toMatch(said);

      for (const each of own.toReversed()) await run(each.repair, idOf(each));
      expect((await scrubbed()).output).toMatch(/^development: 0 differences/m);
      await allVerified([...own.map(idOf), untouched], true);
    },
    150_000,
  );
});
