import { beforeEach, describe, expect, it } from '@jest/globals';
import { openPublishedLog, type RecordedEvent } from '@service/event-store';
import type { EventFeed, Fold, SharedConsumer, TableFollowing } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { GatewayViews } from './gateway-views.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { RecordOpener } from './records/record-opener.js';
import { RecordReader } from './records/record-reader.js';

const OWNER = { projectId: 'prj_1', authorities: null };

const HEAD = {
  tree_size: '0',
  root: Buffer.alloc(32),
  note: `log\n0\n${Buffer.alloc(32).toString('base64')}\n\n`,
  covered: '0',
  reached: null,
  at: new Date(),
  age: 0,
};

let consumers: Record<string, SharedConsumer>;
let fold: Fold;
let calls: string[];
let tableVersion: number;
let records: RecordReader;
let views: GatewayViews;
/** Milliseconds since what the followings show was all there was. */
let age: number;

beforeEach(() => {
  consumers = {};
  calls = [];
  tableVersion = 1;
  age = 1_000;
  const following: TableFollowing = {
    start: async () => void calls.push('start'),
    catchUp: async () => calls.push('catchUp') > 0,
    stop: async () => void calls.push('stop'),
    age: () => age,
    lag: () => 0,
    horizon: () => 0n,
    progressSql: '',
    beginReading: () => () => 0n,
    announced: () => ({ from: 0n, below: 0n }),
  };
  const feed = {
    follow: (_: string, consumer: SharedConsumer) => {
      consumers[consumer.name] = consumer;
      return following;
    },
    fold: (_: string, taken: Fold) => {
      fold = taken;
      return following;
    },
    open: (log: string) => openPublishedLog({} as Pool, log),
  } as unknown as EventFeed;
  const query = ({ values: [ids] = [[HEAD]] }: { values?: [unknown[]] }) => {
    const rows = ids.map((id) =>
      id === HEAD
        ? HEAD
        : { id, project_id: 'prj_1', version: tableVersion, sequence: null, log_index: null },
    );
    return Promise.resolve({ rows });
  };
  const pool = { query } as unknown as Pool;
  records = new RecordReader(pool, new RecordOpener(new RenderTurns()));
  views = new GatewayViews(feed, records, pool, pool, createLogger('silent'));
});

const inMemory = async (): Promise<number | undefined> => {
  await records.findFor(OWNER, 'rec_1');
  return records.peek('rec_1')?.snapshot.version;
};
const created = (version: number) =>
  ({
    event_id: 'evt_1',
    stream_id: 'prj_1',
    type: 'service.project.created',
    version,
    element: null,
    data: { type: 'service.project.created', project_id: 'prj_1', name: '', quota: {}, occurred_at: '' },
  }) as unknown as RecordedEvent;

describe('the gateway’s views', () => {
  it('have started and caught up before the gateway starts', async () => {
    await views.start();
    await views.onApplicationShutdown();
    expect(calls).toEqual([
      ...Array<string>(5).fill('start'),
      ...Array<string>(5).fill('catchUp'),
      ...Array<string>(5).fill('stop'),
    ]);
  });

  it('answer no older row from the cache after another replica’s change is announced', async () => {
    expect(await inMemory()).toBe(1);
    consumers['records']?.announced?.('rec_1', 2, 0n);
    expect(await inMemory()).toBeUndefined();
    tableVersion = 2;
    expect(await inMemory()).toBe(2);
  });

  it('show versions that this process applied, until the position moves', () => {
    const event = { stream_id: 'rec_1', version: 2 } as RecordedEvent;
    consumers['records']?.applied?.([event]);
    expect(views.shown.tables.knows('rec_1', 2)).toBe(true);
    consumers['records']?.moved?.();
    expect(views.shown.tables.knows('rec_1', 2)).toBe(false);
  });

  it('clear the cache when the view was rebuilt', async () => {
    expect(await inMemory()).toBe(1);
    consumers['records']?.moved?.();
    expect(records.peek('rec_1')).toBeNull();
  });

  it('empty a directory that is rebuilt, and answer nothing from it meanwhile', () => {
    fold.take(created(1));
    expect(views.directory.project('prj_1')?.version).toBe(1);
    expect(views.shown.memory.knows('prj_1', 1)).toBe(true);
    views.freshness.directory.require();
    fold.reset();
    expect(views.directory.project('prj_1')).toBeUndefined();
    expect(views.shown.memory.knows('prj_1', 1)).toBe(false);
    expect(() => views.freshness.directory.require()).toThrow(
      expect.objectContaining({ code: 'service.unavailable' }),
    );
  });
});

it('are not ready until the directory in memory shows all that was there at the start, and ready from then on', () => {
  expect(views.directoryProblem()).toMatch(/older than the start/);
  age = 0;
  expect(views.directoryProblem()).toBeNull();
  age = 9_000;
  expect(views.directoryProblem()).toBeNull();
});
