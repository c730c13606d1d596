import type { MigrationInterface, QueryRunner } from 'typeorm';
import { publishedTablesSql } from '../publishing/storage/published-tables.sql.js';

/** The published events, for polling and for deliveries. */
export class CreatePublishedEvents1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of publishedTablesSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_dispatcher.published_floor');
    await runner.query('DROP TABLE webhook_dispatcher.published_events');
    await runner.query('DROP SEQUENCE webhook_dispatcher.published_positions');
  }
}
