import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BUCKETS_SQL } from '../limits/bucket-table.js';
import { QUOTAS_SQL } from '../limits/quota-table.js';

/** What gateways share of rate limits and quotas. */
export class CreateLimits1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BUCKETS_SQL);
    await runner.query(QUOTAS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verify_api.quota_days, verify_api.rate_buckets');
  }
}
