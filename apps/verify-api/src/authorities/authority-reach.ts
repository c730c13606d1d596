import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Call } from '../interface/call.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { GatewayViews } from '../views/gateway-views.js';
import { elementsSql } from '../views/records/record-columns.sql.js';
import { knownAuthority } from './known-authority.js';

/** Most records that are counted, the newest first. */
const MOST_SEARCHED = 10_000;

/** Counts the records that rest on an authority, and their elements. */
@Injectable()
export class AuthorityReach {
  constructor(
    private readonly pool: Pool,
    private readonly views: GatewayViews,
  ) {}

  /**
   * @param from null for all.
   * @throws ServiceError `authority.not_found`, `service.unavailable` while the view is too far behind.
   */
  async of(call: Call, id: string, from: string | null): Promise<Answer<'AuthorityReach'>> {
    this.views.freshness.records.require();
    await knownAuthority(this.views, call, id);
    await this.views.ownWrites.ofProject(call);
    const { rows } = await this.pool.query<{ records: number; elements: number; searched: number }>({
      name: 'authority_reach',
      text: COUNT,
      values: [call.projectId, id, from ?? '', MOST_SEARCHED],
    });
    const [{ records, elements, searched }] = rows as [
      { records: number; elements: number; searched: number },
    ];
    return { from, records, elements, complete: searched < MOST_SEARCHED };
  }
}

/**
 * Times are text of one form, as in the elements. A record that last changed before the bound has no element to count.
 * An element's time is cut out of its text, which may be invalid JSON if an intruder wrote it.
 */
const COUNT = `WITH issued AS (
    SELECT id, version, updated_at FROM verify_api_records.records
    WHERE project_id = $1 AND authority_id = $2 ORDER BY created_at DESC, id DESC LIMIT $4
  ), reached AS (
    SELECT id, version FROM issued WHERE updated_at >= $3
  )
  SELECT (SELECT count(*)::integer FROM issued) AS searched, (SELECT count(*)::integer FROM reached) AS records,
    (SELECT count(*)::integer FROM reached
     CROSS JOIN LATERAL (${elementsSql('reached')}) AS element
     WHERE substring(element.text FROM '"occurred_at":"([^"]*)"') >= $3) AS elements`;
