import type { MigrationInterface, QueryRunner } from 'typeorm';
import { logSealsSql, logTablesSql } from '../log/log-tables.sql.js';

/** The transparency log. */
export class CreateTransparencyLog1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of logTablesSql('record_store')) await runner.query(statement);
    await runner.query(logSealsSql('record_store'));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A transparency log is never dropped by a migration.'));
  }
}
