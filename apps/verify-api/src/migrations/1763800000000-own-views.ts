import type { MigrationInterface, QueryRunner } from 'typeorm';
import { historyDays } from '@service/history';
import { VIEWS } from '../views/views.js';

/** Views that the owner of the database made go: the gateway's role makes its own, and fills them from the logs. */
export class OwnViews1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { schema } of VIEWS) {
      await runner.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_next, ${schema}_old CASCADE`);
    }
    for (const statement of historyDays.functionsSql()) await runner.query(statement);
  }

  async down(): Promise<void> {}
}
