import { consumerTablesSql, firstEventLogSql, leasesSql, logIdentitySql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEMA = 'webhook_dispatcher';

/** The event log of subscriptions, and the dispatcher's positions in the logs that it follows. */
export class CreateEventLog1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const log = [...firstEventLogSql(SCHEMA), ...logIdentitySql(SCHEMA), leasesSql(SCHEMA)];
    for (const statement of [...log, ...consumerTablesSql(SCHEMA)]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('An event log is never dropped by a migration.'));
  }
}
