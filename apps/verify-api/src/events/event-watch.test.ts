import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { EventWatch, type Waiter, type WaitingPlace } from './event-watch.js';

const MINUTE = 60_000;
let rows: { project_id: string; tx: string; pos: string }[];
let asked: string[][];
let watch: EventWatch;

beforeEach(() => {
  rows = [];
  asked = [];
  const query = ({ values }: { values: [string[]] }) => {
    asked.push(values[0]);
    return Promise.resolve({ rows });
  };
  watch = new EventWatch({ query } as unknown as Pool, createLogger('silent'));
  watch.onModuleInit();
});
afterEach(() => watch.onModuleDestroy());

const place = (project = 'prj_1') => watch.take(project) as WaitingPlace;
const waiter = (more: Partial<Waiter> = {}): Waiter => ({
  wait: MINUTE,
  rest: 0,
  check: () => undefined,
  onGone: () => () => undefined,
  ...more,
});

describe('who waits for events', () => {
  it('is woken by one of the project after the position, however many wait, by one query', async () => {
    const waits = [1, 2, 3].map(() => place().untilAfter(['7', '3'], waiter()));
    const other = place('prj_2').untilAfter(['7', '3'], waiter());
    rows = [
      { project_id: 'prj_1', tx: '10', pos: '1' },
      { project_id: 'prj_2', tx: '7', pos: '3' },
    ];
    expect(await Promise.all(waits)).toEqual([true, true, true]);
    expect(asked[0]).toEqual(['prj_1', 'prj_2']);
    watch.stop();
    expect(await other).toBe(false);
  });

  it('is not woken while it rests', async () => {
    const resting = place().untilAfter(['7', '3'], waiter({ rest: MINUTE }));
    rows = [{ project_id: 'prj_1', tx: '10', pos: '1' }];
    expect(await place().untilAfter(['7', '3'], waiter())).toBe(true);
    watch.stop();
    expect(await resting).toBe(false);
  });

  it('waits no longer than it wants, than it is there, and than it may', async () => {
    expect(await place().untilAfter(['7', '3'], waiter({ wait: 1 }))).toBe(false);
    expect(await place().untilAfter(['7', '3'], waiter({ wait: 0 }))).toBe(false);
    let go = () => {};
    const leaving = place().untilAfter(
      ['7', '3'],
      waiter({ onGone: (listener) => ((go = listener), () => {}) }),
    );
    go();
    expect(await leaving).toBe(false);
    go();
    const check = () => {
      throw new ServiceError('credential.revoked');
    };
    const refused = place().untilAfter(['7', '3'], waiter({ check }));
    await expect(refused).rejects.toMatchObject({ code: 'credential.revoked' });
  });

  it('finds a place only while few of its project wait, and none while the service stops', () => {
    const places = Array.from({ length: 100 }, () => place());
    expect(watch.take('prj_1')).toBeNull();
    expect(watch.take('prj_2')).not.toBeNull();
    places[0]?.leave();
    expect(watch.take('prj_1')).not.toBeNull();
    watch.stop();
    expect(watch.take('prj_2')).toBeNull();
  });
});
