import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Call } from '../interface/call.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { GatewayViews } from '../views/gateway-views.js';
import { knownAuthority } from './known-authority.js';

/** How many of the newest records are looked at. */
const MOST_SEARCHED = 10_000;

/** Counts what an authority stands behind. */
@Injectable()
export class AuthorityReach {
  constructor(
    private readonly pool: Pool,
    private readonly views: GatewayViews,
  ) {}

  /**
   * @param since null for all.
   * @throws ServiceError `authority.not_found`, `service.unavailable` while the view is too far behind.
   */
  async of(
    call: Call,
    id: string,
    since: string | null,
    most = MOST_SEARCHED,
  ): Promise<Answer<'AuthorityReach'>> {
    this.views.freshness.records.require();
    await knownAuthority(this.views, call, id);
    await this.views.ownWrites.ofProject(call);
    const { rows } = await this.pool.query<{ records: number; elements: number; searched: number }>({
      name: 'authority_reach',
      text: COUNT,
      values: [call.projectId, id, since ?? '', most],
    });
    const [{ records, elements, searched }] = rows as [
      { records: number; elements: number; searched: number },
    ];
    return { since, records, elements, complete: searched < most };
  }
}

/**
 * Times are text of one form, as in the elements. A record's last change is its newest element, so one that lies before
 * has none to be counted. The time is cut out of the element's text: what an intruder wrote may not be JSON.
 */
const COUNT = `WITH issued AS (
    SELECT id, updated_at FROM verify_api_records.records
    WHERE project_id = $1 AND authority_id = $2 ORDER BY registered_at DESC, id DESC LIMIT $4
  ), reached AS (
    SELECT id FROM issued WHERE updated_at >= $3
  )
  SELECT (SELECT count(*)::integer FROM issued) AS searched, (SELECT count(*)::integer FROM reached) AS records,
    (SELECT count(*)::integer FROM reached
     JOIN verify_api_records.elements AS element ON element.record_id = reached.id
     WHERE substring(element.text FROM '"occurred_at":"([^"]*)"') >= $3) AS elements`;
