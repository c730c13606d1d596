import { ownedLogSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The records' event log, and the table of what the clock will end. */
export class CreateEventLog1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of ownedLogSql('record_store')) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('An event log is never dropped by a migration.'));
  }
}
