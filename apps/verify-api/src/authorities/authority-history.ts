import { Injectable } from '@nestjs/common';
import type { AuthorityElement, AuthorityElementContent } from '@service/evidence';
import { Pool } from 'pg';
import { Cursors } from '../interface/inputs/cursors.js';
import type { PageQuery } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { historyPage, type StoredReason } from '../lists/element-history.js';
import { GatewayViews } from '../views/gateway-views.js';
import { knownAuthority } from './known-authority.js';

/** Reads the history of an authority. */
@Injectable()
export class AuthorityHistory {
  constructor(
    private readonly pool: Pool,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
  ) {}

  /**
   * All elements, oldest first, with the reasons that are stored beside them.
   * @throws ServiceError `authority.not_found`.
   */
  async read(call: Call, id: string, query: PageQuery): Promise<Answer<'AuthorityHistory'>> {
    const asOf = await this.views.heads.current();
    const { elements } = await knownAuthority(this.views, call, id);
    call.requestContext.evidence = { asOf, binding: null };
    const cursors = this.cursors.of(`authorities.history/${id}`, call.projectId, query);
    return historyPage<AuthorityElementContent, AuthorityElement>(cursors, query, elements, (sequences) =>
      this.reasonsOf(id, sequences),
    );
  }

  /** Reasons come from the owner's log, because no event tells of their erasure. */
  private async reasonsOf(id: string, sequences: readonly number[]): Promise<StoredReason[]> {
    const { rows } = await this.pool.query<StoredReason>({
      name: 'authority_reasons',
      text: `SELECT event.version AS sequence, stored.reason, stored.reason_salt AS salt
        FROM credential_authority_published.events AS event
        LEFT JOIN credential_authority_published.companions AS stored USING (event_id)
        WHERE event.stream_id = $1 AND event.version = ANY ($2::integer[]) ORDER BY event.version`,
      values: [id, sequences],
    });
    return rows;
  }
}
