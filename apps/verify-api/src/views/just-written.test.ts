import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ID_PREFIXES, firstIdAt, newId } from '@service/contracts';
import { databaseOfFile } from '@service/testing/fixtures';
import { JustWritten, isYoung, OWNERS, type OwnedKind } from './just-written.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');

describe('an id', () => {
  const idAt = (offset: number) => firstIdAt('record', NOW + offset);

  it('is young while its time is within twenty seconds of the clock, either way', () => {
    expect(
      [-20_001, -20_000, 0, 20_000, 20_001].map((offset) => isYoung(idAt(offset), 'record', NOW)),
    ).toEqual([false, true, true, true, false]);
  });

  it('is not young where it has no time, or is of another kind', () => {
    const ids = ['rec_example', 'rec_', '', firstIdAt('authority', NOW), idAt(0).toLowerCase()];
    expect(ids.map((id) => isYoung(id, 'record', NOW))).toEqual(ids.map(() => false));
  });
});

describe('what a view lacks', () => {
  const whole = { projectId: 'prj_1', authorities: null };
  const other = { projectId: 'prj_2', authorities: null };
  const operator = { projectId: null, authorities: null };
  const limited = (...authorities: string[]) => ({ projectId: 'prj_1', authorities });

  const database = databaseOfFile();
  let required: [string, number][];
  let justWritten: JustWritten;

  beforeAll(async () => {
    for (const owner of new Set(Object.values(OWNERS))) {
      await database.pool.query(`CREATE SCHEMA ${owner}_published`);
      await database.pool.query(`CREATE TABLE ${owner}_published.events
        (stream_id text, version integer, element text, data jsonb, PRIMARY KEY (stream_id, version))`);
    }
  });

  beforeEach(() => {
    required = [];
    const shown = {
      require: (versions: ReadonlyMap<string, number>) => {
        required.push(...versions);
        return Promise.resolve();
      },
    };
    justWritten = new JustWritten(database.pool, shown);
  });

  /** @param first content of the first event; the others are never read. */
  async function written(
    kind: OwnedKind,
    first: object | string,
    versions = 1,
    id = newId(kind),
  ): Promise<string> {
    const asData = kind === 'credential' || kind === 'project' || kind === 'subscription';
    const text = typeof first === 'string' ? first : JSON.stringify(first);
    for (let version = 1; version <= versions; version += 1) {
      const content = version === 1 ? text : '{}';
      await database.pool.query(`INSERT INTO ${OWNERS[kind]}_published.events VALUES ($1, $2, $3, $4)`, [
        id,
        version,
        asData ? null : content,
        asData ? content : null,
      ]);
    }
    return id;
  }

  it('arrives in its newest version, for who can see it', async () => {
    const id = await written('record', { project_id: 'prj_1', authority: { id: 'aut_1' } }, 3);
    expect(await justWritten.arrives(whole, 'record', id)).toBe(true);
    expect(await justWritten.arrives(limited('aut_1', 'aut_2'), 'record', id)).toBe(true);
    expect(required).toEqual([
      [id, 3],
      [id, 3],
    ]);
  });

  it('is nothing that anybody waits for, for who cannot see it', async () => {
    const record = await written('record', { project_id: 'prj_1', authority: { id: 'aut_1' } });
    const authority = await written('authority', { project_id: 'prj_1' });
    const credential = await written('credential', { project_id: 'prj_1', authorities: null });
    const subscription = await written('subscription', { project_id: 'prj_1' });
    const project = await written('project', { type: 'service.project.created' });
    const asked = [
      justWritten.arrives(other, 'record', record),
      justWritten.arrives(limited('aut_2'), 'record', record),
      justWritten.arrives(limited(), 'record', record),
      justWritten.arrives(operator, 'record', record),
      justWritten.arrives(other, 'authority', authority),
      justWritten.arrives(limited('aut_2'), 'authority', authority),
      justWritten.arrives(other, 'credential', credential),
      justWritten.arrives(limited('aut_1'), 'credential', credential),
      justWritten.arrives(operator, 'credential', credential),
      justWritten.arrives(other, 'subscription', subscription),
      justWritten.arrives(whole, 'project', project),
    ];
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
    expect(required).toEqual([]);
  });

  it('can be of any kind', async () => {
    const authority = await written('authority', { project_id: 'prj_1' });
    const credential = await written('credential', { project_id: 'prj_1', authorities: ['aut_1'] });
    const subscription = await written('subscription', { project_id: 'prj_1' });
    const project = await written('project', { type: 'service.project.created' });
    const operators = await written('credential', { project_id: null, authorities: null });
    expect(
      await Promise.all([
        justWritten.arrives(limited(authority), 'authority', authority),
        justWritten.arrives(limited('aut_1', 'aut_2'), 'credential', credential),
        justWritten.arrives(whole, 'subscription', subscription),
        justWritten.arrives(operator, 'project', project),
        justWritten.arrives(operator, 'credential', operators),
      ]),
    ).toEqual([true, true, true, true, true]);
  });

  it('does not exist: no wait, and one query for all of a turn; none for old and far ids', async () => {
    const query = jest.spyOn(database.pool, 'query');
    const young = Array.from({ length: 500 }, () => newId('record'));
    const future = Array.from({ length: 100 }, () => firstIdAt('record', Date.now() + 3_000));
    const far = [
      'rec_example',
      firstIdAt('record', Date.now() - 60_000),
      firstIdAt('record', Date.now() + 60_000),
    ];
    const arrived = [...young, ...future, ...far].map((id) => justWritten.arrives(whole, 'record', id));
    expect(new Set(await Promise.all(arrived))).toEqual(new Set([false]));
    expect(query).toHaveBeenCalledTimes(1);
    await Promise.all(far.map((id) => justWritten.arrives(whole, 'record', id)));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(required).toEqual([]);
  });

  it.each(['{', '[]', '{"project_id":"\\u0000"}', ''])(
    'and has an edited element (%s) does not fail what is asked with it',
    async (edited) => {
      const broken = await written('record', edited);
      const sound = await written('record', { project_id: 'prj_1', authority: { id: 'aut_1' } });
      const ids = [broken, sound, `${ID_PREFIXES.record}\0`];
      expect(await Promise.all(ids.map((id) => justWritten.arrives(whole, 'record', id)))).toEqual([
        false,
        true,
        false,
      ]);
    },
  );

  it('is found again once it is shown, and the refusal of a view that does not show it is passed on', async () => {
    const id = await written('subscription', { project_id: 'prj_1' });
    const rows = [null, 'row'];
    const find = () => rows.shift() ?? null;
    expect(await justWritten.find(whole, 'subscription', id, find)).toBe('row');
    const shown = { require: () => Promise.reject(new Error('not shown')) };
    const behind = new JustWritten(database.pool, shown);
    await expect(behind.find(whole, 'subscription', id, () => null)).rejects.toThrow('not shown');
    expect(await behind.find(whole, 'subscription', newId('subscription'), () => null)).toBeNull();
  });
});
