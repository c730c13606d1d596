import { idempotencyTableSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames the table `outcomes`, which holds the results of commands, to `idempotency_keys`. */
export class RenameOutcomes1763800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of idempotencyTableSql('webhook_dispatcher')) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('An event log is never changed back by a migration.'));
  }
}
