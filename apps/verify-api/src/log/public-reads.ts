import { Injectable } from '@nestjs/common';
import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { SlotsByKey } from '../infrastructure/slots-by-key.js';

/** Reads at a time: fewer than half of the pool's connections. */
const MOST = 2;

/**
 * Reads of callers without a credential: a few are at the database at a time, since all others wait for the same connections.
 * Networks take turns, so that one with many reads keeps no other waiting.
 */
@Injectable()
export class PublicReads {
  private readonly ofNetwork = new SlotsByKey(MOST);
  private readonly ofAll = new SlotsByKey(MOST);

  constructor(private readonly pool: Pool) {}

  /** @param network of the caller. */
  query<Row extends QueryResultRow>(network: string, query: QueryConfig): Promise<QueryResult<Row>> {
    return this.ofNetwork.run(network, () => this.ofAll.run('', () => this.pool.query<Row>(query)));
  }
}
