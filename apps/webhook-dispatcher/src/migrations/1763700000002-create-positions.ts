import { consumerTablesSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the dispatcher stands in the logs that it follows. */
export class CreatePositions1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of consumerTablesSql('webhook_dispatcher')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['positions', 'partition_positions', 'stream_versions', 'parked_streams']) {
      await runner.query(`DROP TABLE webhook_dispatcher.${table}`);
    }
  }
}
