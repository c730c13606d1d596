import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { horizonAt } from '../following/log-follower.js';
import { readPosition } from '../following/positions.js';
import { subscribe } from '../following/subscription.js';
import { EventLog, type LogPage } from '../log/event-log.js';
import type { Position } from '../log/position.js';
import { appendBy } from '../testing/append-by.js';
import { freshLogForEachTest, toStream } from '../testing/fresh-log.js';
import { rebuildView } from './rebuild-view.js';
import { createViewSql, type View } from './view.js';

const log = freshLogForEachTest();

/** A log with a hook after a rebuild has read it the third time: the live view is locked then. */
class WatchedLog extends EventLog {
  private walks = 0;
  whenHeld: () => Promise<void> = () => Promise.resolve();

  override async *pages(limit: number, after?: Position): AsyncGenerator<LogPage> {
    this.walks += 1;
    try {
      yield* super.pages(limit, after);
    } finally {
      if (this.walks === 3) await this.whenHeld();
    }
  }
}

function namesView(schema: string): View {
  return {
    name: 'names',
    schema,
    log: log.schema,
    createSql: (own) => [`CREATE TABLE ${own}.names (name text PRIMARY KEY)`],
    async apply(client, own, events) {
      const names = events.map((event) => event.stream_id);
      await client.query(`INSERT INTO ${own}.names SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
        names,
      ]);
    },
  };
}

describe('a view that is rebuilt while its follower waits to apply a batch', () => {
  it('reports the batch as applied as soon as the view has it', async () => {
    const { pool } = log.database;
    const view = namesView(`${log.schema}_view`);
    for (const statement of createViewSql(view)) await pool.query(statement);
    const watched = new WatchedLog(pool, log.schema);
    const follower = subscribe(pool, new EventLog(pool, log.schema), {
      name: view.name,
      schema: view.schema,
      repeatable: true,
      apply: (client, events) => view.apply(client, view.schema, events),
    });
    follower.start();
    await log.store.append(toStream('early', 0));
    expect(await follower.passed(await log.store.nextTransaction(), 10_000)).toBe(true);

    const late = await pool.connect();
    await late.query('BEGIN');
    await appendBy(late, log.schema, 'late');
    watched.whenHeld = async () => {
      await late.query('COMMIT');
      late.release();
      follower.nudge(0n);
      await eventually(async () => {
        const { rows } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
    };
    await rebuildView(pool, watched, view);
    expect(await follower.passed(await log.store.nextTransaction(), 10_000)).toBe(true);
    await follower.stop();

    const { coverage } = follower;
    expect((await pool.query(`SELECT FROM ${view.schema}.names WHERE name = 'late'`)).rowCount).toBe(1);
    const position = await readPosition(pool, view.schema, view.name);
    expect(horizonAt(position, coverage)).toBe(coverage.horizon);
  });
});
