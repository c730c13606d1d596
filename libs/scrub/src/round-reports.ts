import { VerifyingKey, type KeyRing } from '@service/evidence';
import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';

/** A whole round of some process’s scrub. */
export interface RoundReport {
  /** By the database’s clock. */
  began: Date;
  completed: Date;
  /** Names of everything that it found; null where that is too much for a report. */
  found: ReadonlySet<string> | null;
}

export interface RoundReportsOptions {
  environment: Environment;
  pool: Pool;
  /** The answer keys sign reports, so that only gateways can make them. */
  keys: KeyRing;
}

interface ReportRow {
  began_at: Date;
  completed_at: Date;
  found: string;
  signature: Buffer;
}

/** Findings that a report names at most. */
const NAMED_AT_MOST = 1_000;

/** The newest report of a whole round, which all gateways read. */
export class RoundReports {
  constructor(private readonly options: RoundReportsOptions) {}

  /** Writes nothing without keys, as on a restored copy: the report would be unsigned. */
  async write({ began, completed, found }: RoundReport): Promise<void> {
    if (this.options.keys.all('answer').length === 0) return;
    const names = found !== null && found.size <= NAMED_AT_MOST ? [...found] : null;
    const row = { began_at: began, completed_at: completed, found: JSON.stringify(names) };
    const signature = this.options.keys.newest('answer').sign(this.statementOf(row));
    await this.options.pool.query(
      `INSERT INTO verify_api.scrub_rounds (began_at, completed_at, found, signature) VALUES ($1, $2, $3, $4)
       ON CONFLICT (singleton) DO UPDATE SET began_at = excluded.began_at, completed_at = excluded.completed_at,
         found = excluded.found, signature = excluded.signature`,
      [row.began_at, row.completed_at, row.found, signature],
    );
  }

  /** Null before the first report, and for one that no process of the service signed. */
  async read(): Promise<RoundReport | null> {
    const { rows } = await this.options.pool.query<ReportRow>(
      'SELECT began_at, completed_at, found, signature FROM verify_api.scrub_rounds',
    );
    const [row] = rows;
    if (row === undefined || !this.isOurs(row)) return null;
    const names = JSON.parse(row.found) as string[] | null;
    return {
      began: row.began_at,
      completed: row.completed_at,
      found: names === null ? null : new Set(names),
    };
  }

  private isOurs(row: ReportRow): boolean {
    const statement = this.statementOf(row);
    const keys = this.options.keys.all('answer');
    return keys.some(({ publicKey }) => VerifyingKey.of(publicKey).verify(statement, row.signature));
  }

  /** Domain separation: signatures of answers cover JWS texts, which begin differently. */
  private statementOf({ began_at, completed_at, found }: Omit<ReportRow, 'signature'>): Buffer {
    const times = `${began_at.toISOString()}\n${completed_at.toISOString()}`;
    return Buffer.from(`scrub-round/v1\n${this.options.environment}\n${times}\n${found}\n`);
  }
}
