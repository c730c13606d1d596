import { beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { keepRows } from './support/keep-rows.js';

describeProject('a history that is changed in the database', (service, fixture) => {
  let requestId: string;
  let sequence: number;
  let writer: string;

  beforeEach(async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.reader.get('/v1/projects/current')),
    );
    requestId = String(answers[10]?.headers.get('service-request-id'));
    const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
    [sequence, writer] = [Number(body['sequence']), String(body['writer'])];
  });

  const check = async () => (await fixture.auditor.get('/v1/interactions/check')).body;
  const command = (...words: string[]) => service.outcome('verify-api/commands/check-history.js', ...words);
  const lane = () => `project_id = '${fixture.projectId}' AND writer = '${writer}'`;
  /** Changes the block of the line. @returns a function that restores it. */
  const tamper = async (set: string) => {
    const where = `${lane()} AND position('"request_id":"${requestId}"' in lines) > 0`;
    const [block] = await service.sql<{ sequence: string }>(
      `SELECT sequence FROM verify_api.interactions WHERE ${where}`,
    );
    const putBack = await keepRows(
      service,
      'verify_api.interactions',
      `${lane()} AND sequence = ${block?.sequence}`,
    );
    await service.sql(`UPDATE verify_api.interactions SET ${set} WHERE ${where}`);
    return putBack;
  };
  const line = () => `(SELECT line FROM regexp_split_to_table(lines, E'\\n') AS line
    WHERE position('${requestId}' in line) > 0)`;

  it('is sound until then, by the endpoint and by the command', async () => {
    const { sound, data } = await check();
    expect(sound).toBe(true);
    expect(data.length).toBeGreaterThan(0);
    expect(await command()).toMatchObject({ code: 0 });
  });

  it.each([
    ['edited', () => `lines = replace(lines, ${line()}, replace(${line()}, '"status":200', '"status":204'))`],
    ['missing', () => `lines = trim(E'\\n' from replace(E'\\n' || lines, E'\\n' || ${line()}, ''))`],
    ['inserted', () => `lines = replace(lines, ${line()}, ${line()} || E'\\n' || ${line()})`],
    ['personal_edited', () => `personal = replace(personal::text, '127.0.0.1', '127.0.0.2')::json`],
  ])(
    'is named where a line is %s',
    async (kind, set) => {
      const mend = await tamper(set());
      const { sound, data } = await check();
      expect(sound).toBe(false);
      const faults = data.flatMap((lane: { faults: Record<string, unknown>[] }) => lane.faults);
      // Removing the only line of a block leaves an empty block.
      expect(faults).toContainEqual(expect.objectContaining({ kind }));
      const fault = faults.find((each: { kind: string }) => each.kind === kind);
      if (kind !== 'personal_edited') expect(fault).toMatchObject({ sequence });
      const { code, output } = await command('--day', new Date().toISOString().slice(0, 10));
      expect(code).toBe(1);
      expect(output).toContain(` ${fixture.projectId} ${writer} ${String(fault.sequence)}: ${kind} (`);
      await mend();
    },
    60_000,
  );

  it('reports a missing end of a lane once the lane was counted', async () => {
    await eventually(async () => {
      const [row] = await service.sql<{ done: boolean }>(
        `SELECT bool_and(counted >= ${sequence}) AS done FROM verify_api.lanes WHERE ${lane()}`,
      );
      expect(row?.done).toBe(true);
    });
    const [end] = await service.sql<{ first: string; last: string }>(
      `SELECT min(sequence) AS first, max(sequence) AS last FROM verify_api.interactions
       WHERE ${lane()} AND sequence + line_count > ${sequence}`,
    );
    const blocks = `${lane()} AND sequence BETWEEN ${end?.first} AND ${end?.last}`;
    const putBack = await keepRows(service, 'verify_api.interactions', blocks);
    await service.sql(`DELETE FROM verify_api.interactions WHERE ${blocks}`);
    const { data } = await check();
    const faults = data.flatMap((each: { faults: unknown[] }) => each.faults);
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'cut_off', sequence: Number(end?.first) }));
    await putBack();
  });

  it('is sound again after all was restored, and after personal fields were erased', async () => {
    expect(await command()).toMatchObject({ code: 0 });
    await service.command(
      'standalone/commands/erase.js',
      '--project',
      fixture.projectId,
      '--address',
      '127.0.0.1',
    );
    const { body } = await fixture.auditor.get(`/v1/interactions/${requestId}`);
    expect(body).toMatchObject({ address: null, user_agent: null });
    expect(await command()).toMatchObject({ code: 0 });
  });
});
