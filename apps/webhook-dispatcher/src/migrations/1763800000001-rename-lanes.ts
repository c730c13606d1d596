import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of delivery queues, which was called `lanes`, with its index and constraints. */
export class RenameLanes1763800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, 'lanes', 'queues');
  }

  async down(runner: QueryRunner): Promise<void> {
    await rename(runner, 'queues', 'lanes');
  }
}

async function rename(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.query(`ALTER TABLE webhook_dispatcher.${from} RENAME TO ${to}`);
  await runner.query(
    `ALTER INDEX webhook_dispatcher.${from}_subscription_id_due_idx RENAME TO ${to}_subscription_id_due_idx`,
  );
  // PostgreSQL names NOT NULL constraints from version 18 on, so their names are read and not listed here.
  const constraints = (await runner.query(
    `SELECT conname AS name FROM pg_constraint
     WHERE conrelid = 'webhook_dispatcher.${to}'::regclass AND starts_with(conname, '${from}_')`,
  )) as { name: string }[];
  for (const { name } of constraints) {
    const renamed = to + name.slice(from.length);
    await runner.query(`ALTER TABLE webhook_dispatcher.${to} RENAME CONSTRAINT ${name} TO ${renamed}`);
  }
}
