import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { keepRows } from './support/keep-rows.js';

type Row = Record<string, unknown>;

/** Every process wants the same few cores, and a group on Kafka takes its time to form. */
const SEALED = { timeout: 30_000 };
const LINES = 'verify_api.interactions';

describeProject('a history that is changed in the database', (service, fixture) => {
  let requestId: string;
  let sequence: number;
  let writer: string;

  const check = async () => (await fixture.auditor.get('/v1/interactions/check')).body;
  const ownLane = async (): Promise<Row> =>
    ((await check())['data'] as Row[]).find((lane) => lane['writer'] === writer) ?? {};
  const command = (...words: string[]) => service.outcome('verify-api/commands/check-history.js', ...words);
  const lane = () => `project_id = '${fixture.projectId}' AND writer = '${writer}'`;

  const leaveLines = async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.reader.get('/v1/projects/current')),
    );
    requestId = String(answers[10]?.headers.get('service-request-id'));
    const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
    [sequence, writer] = [Number(body['sequence']), String(body['writer'])];
  };
  beforeAll(async () => {
    await leaveLines();
    await eventually(async () => {
      const { lines, unsealed } = await ownLane();
      return Number(lines) - Number(unsealed) >= sequence;
    }, SEALED);
  });
  // Those of each test are not sealed yet.
  beforeEach(leaveLines);

  it('is sound until then, by the endpoint and by the command, and its seals are in the transparency log', async () => {
    expect(await check()).toMatchObject({ sound: true, dropped_at: null, seal_faults: [] });
    const { code, output } = await command();
    expect(output).toMatch(/development: 0 faults in \d+ lines of \d+ lanes and in [1-9]\d* seals\./);
    expect(code).toBe(0);
    const { status, body } = await fixture.auditor.get('/v1/interactions/check?day=2020-01-31');
    const nothing = { day: '2020-01-31', dropped_at: null, sound: true, data: [], seal_faults: [] };
    expect([status, body]).toEqual([200, nothing]);
  });

  const line = () => `(SELECT line FROM regexp_split_to_table(lines, E'\\n') AS line
    WHERE position('${requestId}' in line) > 0)`;
  it.each([
    ['edited', () => `lines = replace(lines, ${line()}, replace(${line()}, '"status":200', '"status":204'))`],
    ['missing', () => `lines = trim(E'\\n' from replace(E'\\n' || lines, E'\\n' || ${line()}, ''))`],
    ['inserted', () => `lines = replace(lines, ${line()}, ${line()} || E'\\n' || ${line()})`],
    ['personal_edited', () => `personal = replace(personal::text, '127.0.0.1', '127.0.0.2')::json`],
  ])(
    'is named where a line is %s',
    async (kind, set) => {
      const where = `${lane()} AND position('"request_id":"${requestId}"' in lines) > 0`;
      const [block] = await service.sql<Row>(`SELECT sequence FROM ${LINES} WHERE ${where}`);
      const mend = await keepRows(service, LINES, `${lane()} AND sequence = ${String(block?.['sequence'])}`);
      await service.sql(`UPDATE ${LINES} SET ${set()} WHERE ${where}`);
      const { sound, data } = await check();
      expect(sound).toBe(false);
      const faults = data.flatMap((lane: { faults: Row[] }) => lane.faults);
      // Removing the only line of a block leaves an empty block.
      expect(faults).toContainEqual(expect.objectContaining({ kind }));
      const fault = faults.find((each: Row) => each['kind'] === kind);
      if (kind !== 'personal_edited') expect(fault).toMatchObject({ sequence });
      const { code, output } = await command('--day', new Date().toISOString().slice(0, 10));
      expect(code).toBe(1);
      expect(output).toContain(` ${fixture.projectId} ${writer} ${String(fault.sequence)}: ${kind} (`);
      await mend();
    },
    60_000,
  );

  it.each([
    ['edited', `lines = regexp_replace(lines, '"channel":"api"', '"channel":"mcp"')`],
    ['missing', `lines = '', personal = '{}'`],
    ['inserted', `lines = lines || E'\\n' || lines`],
  ])('is named where what is sealed was %s', async (kind, set) => {
    const first = `${lane()} AND sequence = 1`;
    const mend = await keepRows(service, LINES, first);
    await service.sql(`UPDATE ${LINES} SET ${set} WHERE ${first}`);
    expect((await ownLane())['faults']).toContainEqual(expect.objectContaining({ kind }));
    await mend();
  });

  it('reports a missing end of a lane once the lane was counted', async () => {
    await eventually(async () => {
      const [row] = await service.sql<{ done: boolean }>(
        `SELECT bool_and(counted >= ${sequence}) AS done FROM verify_api.lanes WHERE ${lane()}`,
      );
      expect(row?.done).toBe(true);
    });
    const [end] = await service.sql<{ first: string; last: string }>(
      `SELECT min(sequence) AS first, max(sequence) AS last FROM ${LINES}
       WHERE ${lane()} AND sequence + line_count > ${sequence}`,
    );
    const blocks = `${lane()} AND sequence BETWEEN ${end?.first} AND ${end?.last}`;
    const mend = await keepRows(service, LINES, blocks);
    await service.sql(`DELETE FROM ${LINES} WHERE ${blocks}`);
    const missing = { kind: 'cut_off', sequence: Number(end?.first) };
    expect((await ownLane())['faults']).toContainEqual(expect.objectContaining(missing));
    await mend();
  });

  it('reports a cut-off end that is sealed, although nothing else refers to it', async () => {
    const mend = await keepRows(service, LINES, lane());
    await service.sql(`DELETE FROM ${LINES} WHERE ${lane()}`);
    await service.sql(`UPDATE verify_api.lanes SET counted = 0, sealed = 0 WHERE ${lane()}`);
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(` ${fixture.projectId} ${writer} 1: \\d+ lines cut_off `));
    await mend();
  });

  it('reports a sealed lane that was deleted with all references to it', async () => {
    await fixture.operator.get('/v1/projects');
    await eventually(async () => {
      const rows = await service.sql(
        `SELECT FROM verify_api.history_sealed_lanes, record_store.log_leaves, record_store.log_head
         WHERE project_id = 'operator' AND subject_id = 'history' AND sequence = seal AND index < tree_size`,
      );
      return rows.length > 0;
    }, SEALED);
    const mends = [];
    for (const table of [LINES, 'verify_api.lanes']) {
      mends.push(await keepRows(service, table, `project_id = 'operator'`));
      await service.sql(`DELETE FROM ${table} WHERE project_id = 'operator'`);
    }
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(/ operator wri_\w+ 1: .*cut_off/);
    for (const mend of mends) await mend();
  });

  it('names a seal that was edited, and one that was removed', async () => {
    const mend = await keepRows(service, 'verify_api.history_seals', 'number = 1');
    await service.sql(
      `UPDATE verify_api.history_seals SET text = replace(text, 'v1', 'v2') WHERE number = 1`,
    );
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('seal 1: edited\n') });
    await service.sql('DELETE FROM verify_api.history_seals WHERE number = 1');
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('seal 1: missing\n') });
    await mend();
  });

  it('is sound again after all was restored, and after personal fields were erased', async () => {
    await eventually(async () => (await check())['sound'] === true);
    expect(await command()).toMatchObject({ code: 0 });
    const erased = ['--project', fixture.projectId, '--address', '127.0.0.1'];
    await service.command('standalone/commands/erase.js', ...erased);
    const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
    expect(body).toMatchObject({ address: null, user_agent: null });
    expect(await command()).toMatchObject({ code: 0 });
  });
});
