import type { Pool } from 'pg';

/** A clock that stands still until a test moves it, for this process and for a database. */
export class VirtualClock {
  private milliseconds = Date.UTC(2026, 0, 1);

  readonly now = (): number => this.milliseconds;

  advance(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  /** Adds this clock to a database; it replaces PostgreSQL's for the pools that it rules. */
  async install(pool: Pool): Promise<void> {
    const moment = 'SELECT moment FROM virtual.clock';
    await pool.query(`
      CREATE SCHEMA virtual;
      CREATE TABLE virtual.clock (moment timestamptz NOT NULL);
      INSERT INTO virtual.clock VALUES (now());
      CREATE FUNCTION virtual.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS '${moment}';
      CREATE FUNCTION virtual.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql AS '${moment}'`);
  }

  /** Replaces the clock of a pool that has no connection yet. */
  rule(pool: Pool): void {
    pool.on('connect', (client) => void client.query('SET search_path = virtual, pg_catalog'));
  }

  /** Sets the database's clock to this clock. */
  async setIn(pool: Pool): Promise<void> {
    await pool.query('UPDATE virtual.clock SET moment = to_timestamp($1::double precision / 1000)', [
      this.milliseconds,
    ]);
  }
}
