import { historyTablesSql } from '@service/history';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The interaction history, usage counted from it, and its seals. */
export class CreateHistory1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of historyTablesSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'leases',
      'history_dropped_days',
      'history_sealed_lanes',
      'history_seals',
      'credential_uses',
      'usage',
      'lanes',
      'interactions',
    ];
    for (const table of tables) {
      await runner.query(`DROP TABLE verify_api.${table}`);
    }
  }
}
