import { VerifyingKey, type KeyRing } from '@service/evidence';
import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';
import type { Part, PassCost } from './pace/bounds.js';

/** A whole pass of some process’s scrub through a part. */
export interface RoundReport extends PassCost {
  /** By the database’s clock. */
  began: Date;
  completed: Date;
  /** Names of everything that it found; null where that is too much for a report, or the part is not everything. */
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
  volume: string;
  work_ms: string;
  found: string;
  signature: Buffer;
}

/** Findings that a report names at most. */
const NAMED_AT_MOST = 1_000;

/** A row for a part, and the size of the log; null without a report. */
type ReadRow = { [Column in keyof ReportRow]: ReportRow[Column] | null } & { log_size: string | null };

/** The newest report of a whole pass through each part, which all gateways read. */
export class RoundReports {
  constructor(private readonly options: RoundReportsOptions) {}

  /** Writes nothing without keys, as on a restored copy: the report would be unsigned. */
  async write(part: Part, { began, completed, found, volume, work }: RoundReport): Promise<void> {
    if (this.options.keys.all('answer').length === 0) return;
    const names = found !== null && found.size <= NAMED_AT_MOST ? [...found] : null;
    const row = {
      began_at: began,
      completed_at: completed,
      found: JSON.stringify(names),
      volume: String(volume),
      work_ms: String(Math.ceil(work)),
    };
    const signature = this.options.keys.newest('answer').sign(this.statementOf(part, row));
    await this.options.pool.query(
      `INSERT INTO verify_api.scrub_rounds (part, began_at, completed_at, found, volume, work_ms, signature)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (part) DO UPDATE SET began_at = excluded.began_at, completed_at = excluded.completed_at,
         found = excluded.found, volume = excluded.volume, work_ms = excluded.work_ms, signature = excluded.signature`,
      [part, row.began_at, row.completed_at, row.found, row.volume, row.work_ms, signature],
    );
  }

  /** The newest report, null before the first and for one that no process of the service signed; and the log’s size. */
  async read(part: Part): Promise<{ report: RoundReport | null; logSize: number }> {
    const { rows } = await this.options.pool.query<ReadRow>(
      `SELECT r.began_at, r.completed_at, r.found, r.volume, r.work_ms, r.signature, s.size AS log_size
       FROM (VALUES (1)) AS one
       LEFT JOIN verify_api.scrub_rounds AS r ON r.part = $1 LEFT JOIN record_store_published.log_state AS s ON true`,
      [part],
    );
    const [row] = rows;
    const logSize = Number(row?.log_size ?? 0);
    if (row === undefined || !isReport(row) || !this.isOurs(part, row)) return { report: null, logSize };
    const names = JSON.parse(row.found) as string[] | null;
    const report = {
      began: row.began_at,
      completed: row.completed_at,
      found: names === null ? null : new Set(names),
      volume: Number(row.volume),
      work: Number(row.work_ms),
    };
    return { report, logSize };
  }

  private isOurs(part: Part, row: ReportRow): boolean {
    const statement = this.statementOf(part, row);
    const keys = this.options.keys.all('answer');
    return keys.some(({ publicKey }) => VerifyingKey.of(publicKey).verify(statement, row.signature));
  }

  /** Domain separation: signatures of answers cover JWS texts, which begin differently. */
  private statementOf(part: Part, row: Omit<ReportRow, 'signature'>): Buffer {
    const { began_at, completed_at, found, volume, work_ms } = row;
    const times = `${began_at.toISOString()}\n${completed_at.toISOString()}`;
    const cost = `${volume}\n${work_ms}`;
    return Buffer.from(`scrub-round/v1\n${this.options.environment}\n${part}\n${times}\n${cost}\n${found}\n`);
  }
}

function isReport(row: ReadRow): row is ReportRow & { log_size: string | null } {
  return row.signature !== null;
}
