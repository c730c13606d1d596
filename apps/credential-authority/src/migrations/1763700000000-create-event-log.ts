import { ownedLogSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event log of projects, authorities and credentials, and the table of what the clock will end. */
export class CreateEventLog1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of ownedLogSql('credential_authority')) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('An event log is never dropped by a migration.'));
  }
}
