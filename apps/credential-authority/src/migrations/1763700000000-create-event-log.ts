import { dueTableSql, eventLogSql, logOriginSql, positionsSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event log of projects, authorities and credentials, and the table of what the clock will end. */
export class CreateEventLog1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const schema = 'credential_authority';
    const statements = [
      ...eventLogSql(schema),
      logOriginSql(schema),
      positionsSql(schema),
      ...dueTableSql(schema),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('An event log is never dropped by a migration.'));
  }
}
