import { positionsSql } from '@service/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the dispatcher stands in the logs that it follows. */
export class CreatePositions1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(positionsSql('webhook_dispatcher'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_dispatcher.positions');
  }
}
