import { createViewSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { directoryView } from '../views/directory.view.js';
import { recordsView } from '../views/records.view.js';
import { subscriptionsView } from '../views/subscriptions.view.js';

const VIEWS = [recordsView, directoryView, subscriptionsView];

/** The gateway's views, and what the scrub found. */
export class CreateViews1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const view of VIEWS) {
      for (const statement of createViewSql(view)) await runner.query(statement);
    }
    await runner.query(`CREATE TABLE verify_api.findings (
      subject_id text NOT NULL,
      kind text NOT NULL,
      difference text NOT NULL,
      concerns text NOT NULL,
      leaves int8range,
      found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (subject_id, difference)
    )`);
    // Every answer is asked for by it.
    await runner.query('CREATE INDEX findings_by_concern ON verify_api.findings (concerns)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verify_api.findings');
    for (const view of VIEWS) await runner.query(`DROP SCHEMA ${view.schema} CASCADE`);
  }
}
