import type { MigrationInterface, QueryRunner } from 'typeorm';
import { attemptDays } from '../deliveries/storage/attempt-days.js';
import { publishedDays } from '../publishing/storage/published-days.js';

/** Functions that make and drop daily partitions of events and attempts for an app that owns no table. */
export class CreateDayFunctions1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const days of [publishedDays, attemptDays]) {
      for (const statement of days.functionsSql()) await runner.query(statement);
    }
  }

  async down(): Promise<void> {}
}
