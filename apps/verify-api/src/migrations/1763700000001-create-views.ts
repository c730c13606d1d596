import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the scrub found. */
export class CreateViews1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE verify_api.findings (
      subject_id text NOT NULL,
      kind text NOT NULL,
      difference text NOT NULL,
      concerns text NOT NULL,
      leaves int8range,
      found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (subject_id, difference)
    )`);
    // Every answer is asked for by it.
    await runner.query('CREATE INDEX findings_by_concern ON verify_api.findings (concerns)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verify_api.findings');
  }
}
