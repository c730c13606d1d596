import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OwnWrites } from './own-writes.js';
import { ViewProgress } from './view-progress.js';

const caller = { projectId: 'prj_1', authorities: null };
const limited = (...authorities: string[]) => ({ projectId: 'prj_1', authorities });

let now: number;
let tables: ViewProgress;
let announced: [string, number][];
let writes: OwnWrites;

beforeEach(() => {
  now = Date.now();
  announced = [];
  // The view lacks everything: only `reached` shows a version.
  tables = new ViewProgress(() => Promise.resolve(new Map()), 1);
  const announce = (id: string, version: number) => void announced.push([id, version]);
  writes = new OwnWrites({ announce, tables }, () => now);
});

function written(id: string, version: number, project_id = 'prj_1'): void {
  writes.note({ id, project_id, authority_id: 'aut_1', version });
}

async function isOver(wait: Promise<unknown> | null): Promise<boolean> {
  let over = wait === null;
  void wait?.then(() => (over = true));
  await new Promise(setImmediate);
  return over;
}

describe('a read after a write of the same gateway', () => {
  it('waits until the view shows the written version, not an older one', async () => {
    written('rec_1', 2);
    const wait = writes.ofRecord(caller, 'rec_1');
    tables.reached('rec_1', 1);
    expect(await isOver(wait)).toBe(false);
    tables.reached('rec_1', 2);
    expect(await isOver(wait)).toBe(true);
    expect(writes.ofRecord(caller, 'rec_1')).toBeNull();
  });

  it('waits for the newest of several writes, whatever the order of their answers', async () => {
    written('rec_1', 3);
    written('rec_1', 2);
    const wait = writes.ofRecord(caller, 'rec_1');
    tables.reached('rec_1', 2);
    expect(await isOver(wait)).toBe(false);
    tables.reached('rec_1', 3);
    expect(await isOver(wait)).toBe(true);
  });

  it('does not wait for a version that is shown already, or for another record', () => {
    tables.reached('rec_1', 1);
    written('rec_1', 1);
    expect(writes.ofRecord(caller, 'rec_1')).toBeNull();
    expect(writes.ofRecord(caller, 'rec_2')).toBeNull();
  });

  it('is refused where the view takes too long, also a second read, and a list is not', async () => {
    jest.useFakeTimers({ now, doNotFake: ['setImmediate'] });
    written('rec_1', 1);
    for (let read = 0; read < 2; read += 1) {
      const [one, list] = [writes.ofRecord(caller, 'rec_1'), writes.ofProject(caller)];
      const refused = expect(one).rejects.toMatchObject({ code: 'service.unavailable' });
      jest.advanceTimersByTime(2_999);
      expect(await isOver(list)).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await isOver(list)).toBe(true);
      await refused;
      now += 2_000;
    }
    jest.useRealTimers();
    now += 1_000;
    expect([writes.ofRecord(caller, 'rec_1'), writes.ofProject(caller)]).toEqual([null, null]);
  });

  it('knows the authority of a record that the view does not show yet', () => {
    written('rec_1', 1);
    expect(writes.authorityOf(caller, 'rec_1')).toBe('aut_1');
    expect(writes.authorityOf(limited('aut_2'), 'rec_1')).toBeNull();
    expect(writes.authorityOf(caller, 'rec_2')).toBeNull();
    tables.reached('rec_1', 1);
    expect(writes.authorityOf(caller, 'rec_1')).toBeNull();
  });

  it('never answers an older row from memory: the version is announced first', () => {
    written('rec_1', 2);
    expect(announced).toEqual([['rec_1', 2]]);
  });

  it('tells a caller nothing of a record that it cannot reach', () => {
    written('rec_1', 1);
    expect(writes.ofRecord({ projectId: 'prj_2', authorities: null }, 'rec_1')).toBeNull();
    expect(writes.ofRecord({ projectId: null, authorities: null }, 'rec_1')).toBeNull();
    expect(writes.ofRecord(limited('aut_2'), 'rec_1')).toBeNull();
    expect(writes.ofRecord(limited('aut_1'), 'rec_1')).not.toBeNull();
    tables.reached('rec_1', 1);
  });
});

describe('a list', () => {
  it('waits for all writes of its project that the caller can reach, and for no other', async () => {
    written('rec_1', 1);
    written('rec_2', 1);
    written('rec_3', 1, 'prj_2');
    expect(writes.ofProject(limited('aut_2'))).toBeNull();
    const wait = writes.ofProject(caller);
    tables.reached('rec_1', 1);
    expect(await isOver(wait)).toBe(false);
    tables.reached('rec_2', 1);
    expect(await isOver(wait)).toBe(true);
    expect(writes.ofProject(caller)).toBeNull();
    expect(writes.ofProject({ projectId: 'prj_3', authorities: null })).toBeNull();
    tables.reached('rec_3', 1);
  });
});
