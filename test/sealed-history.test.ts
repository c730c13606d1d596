import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { keepRows } from './support/keep-rows.js';

type Row = Record<string, unknown>;

/** Every process wants the same few cores, and a group on Kafka takes its time to form. */
const SEALED = { timeout: 30_000 };

describeProject('a history that is sealed', (service, fixture) => {
  let writer: string;
  /** Lines of the lane that are sealed. */
  let sealed: number;

  const check = async () => (await fixture.auditor.get('/v1/interactions/check')).body;
  const ownLane = async (): Promise<Row> =>
    ((await check())['data'] as Row[]).find((lane) => lane['writer'] === writer) ?? {};
  const command = (...words: string[]) => service.outcome('verify-api/commands/check-history.js', ...words);
  const lane = () => `project_id = '${fixture.projectId}' AND writer = '${writer}'`;
  const remember = (table: string, where: string) => keepRows(service, table, where);

  beforeAll(async () => {
    const [first] = await Promise.all(
      Array.from({ length: 5 }, () => fixture.reader.get('/v1/projects/current')),
    );
    const requestId = String(first?.headers.get('service-request-id'));
    const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
    [writer, sealed] = [String(body['writer']), Number(body['sequence'])];
    await eventually(async () => {
      const { lines, unsealed } = await ownLane();
      return Number(lines) - Number(unsealed) >= sealed;
    }, SEALED);
  });

  it('is sound, and its seals are in the transparency log', async () => {
    expect(await check()).toMatchObject({ sound: true, dropped_at: null, seal_faults: [] });
    const { code, output } = await command();
    expect(output).toMatch(/development: 0 faults in \d+ lines of \d+ lanes and in [1-9]\d* seals\./);
    expect(code).toBe(0);
    const { status, body } = await fixture.auditor.get('/v1/interactions/check?day=2020-01-31');
    expect([status, body]).toEqual([
      200,
      { day: '2020-01-31', dropped_at: null, sound: true, data: [], seal_faults: [] },
    ]);
  });

  it.each([
    ['edited', `lines = regexp_replace(lines, '"channel":"api"', '"channel":"mcp"')`],
    ['missing', `lines = '', personal = '{}'`],
    ['inserted', `lines = lines || E'\\n' || lines`],
  ])('names what was %s', async (kind, set) => {
    const mend = await remember('verify_api.interactions', `${lane()} AND sequence = 1`);
    await service.sql(`UPDATE verify_api.interactions SET ${set} WHERE ${lane()} AND sequence = 1`);
    expect((await ownLane())['faults']).toContainEqual(expect.objectContaining({ kind }));
    await mend();
  });

  it('reports a cut-off end, although nothing else refers to it', async () => {
    const mend = await remember('verify_api.interactions', lane());
    await service.sql(`DELETE FROM verify_api.interactions WHERE ${lane()}`);
    await service.sql(`UPDATE verify_api.lanes SET counted = 0, sealed = 0 WHERE ${lane()}`);
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(` ${fixture.projectId} ${writer} 1: \\d+ lines cut_off `));
    await mend();
  });

  it('reports a lane that was deleted with all references to it', async () => {
    await fixture.operator.get('/v1/projects');
    await eventually(async () => {
      const rows = await service.sql(
        `SELECT FROM verify_api.history_sealed_lanes, record_store.log_leaves, record_store.log_head
         WHERE project_id = 'operator' AND subject_id = 'history' AND sequence = seal AND index < tree_size`,
      );
      return rows.length > 0;
    }, SEALED);
    const tables = ['verify_api.interactions', 'verify_api.lanes'];
    const mends = [];
    for (const table of tables) {
      mends.push(await remember(table, `project_id = 'operator'`));
      await service.sql(`DELETE FROM ${table} WHERE project_id = 'operator'`);
    }
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(/ operator wri_\w+ 1: .*cut_off/);
    for (const mend of mends) await mend();
  });

  it('names a seal that was edited, and one that was removed', async () => {
    const mend = await remember('verify_api.history_seals', 'number = 1');
    await service.sql(
      `UPDATE verify_api.history_seals SET text = replace(text, 'v1', 'v2') WHERE number = 1`,
    );
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('seal 1: edited\n') });
    await service.sql('DELETE FROM verify_api.history_seals WHERE number = 1');
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('seal 1: missing\n') });
    await mend();
  });

  it('is sound again where all is as it was', async () => {
    await eventually(async () => (await check())['sound'] === true);
    expect(await command()).toMatchObject({ code: 0 });
  });
});
