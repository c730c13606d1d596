import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DELIVERY_TABLES, deliveryTablesSql } from '../deliveries/storage/delivery-tables.sql.js';

/** Waiting deliveries, and the attempts that were made. */
export class CreateDeliveries1763700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of deliveryTablesSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of DELIVERY_TABLES) await runner.query(`DROP TABLE webhook_dispatcher.${table}`);
    await runner.query('DROP SEQUENCE webhook_dispatcher.lease_epochs');
  }
}
