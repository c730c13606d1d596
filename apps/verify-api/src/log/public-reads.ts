import { Injectable } from '@nestjs/common';
import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { SlotsByKey } from '../infrastructure/slots-by-key.js';

/** Reads at a time: fewer than half of the pool's connections. */
const MOST = 2;

/** Reads of callers without a credential: a few are at the database at a time, since all others wait for the same connections. */
@Injectable()
export class PublicReads {
  private readonly slots = new SlotsByKey(MOST);

  constructor(private readonly pool: Pool) {}

  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.slots.run('', () => this.pool.query<Row>(query));
  }
}
