import type { MigrationInterface, QueryRunner } from 'typeorm';
import { historyTablesSql } from '../interactions/storage/history-tables.sql.js';

/** The interaction history, and usage counted from it. */
export class CreateHistory1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of historyTablesSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['leases', 'credential_uses', 'usage', 'lanes', 'interactions']) {
      await runner.query(`DROP TABLE verify_api.${table}`);
    }
  }
}
