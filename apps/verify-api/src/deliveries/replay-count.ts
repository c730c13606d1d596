import { Injectable } from '@nestjs/common';
import {
  agreedNow,
  SUBSCRIPTION_BOUNDS,
  firstIdAt,
  invalidRequest,
  typesOfCategory,
} from '@service/contracts';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import type { ReplayCountQuery } from './replay-count.query.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { COUNT_FAILED, COUNT_PUBLISHED } from './replays.sql.js';

/** Most events, or failed deliveries, that are read for a count. */
const MOST_COUNTED = 50_000;

/** Counts what a replay would deliver, by the rules of the dispatcher, and plans nothing. */
@Injectable()
export class ReplayCounts {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly pool: Pool,
  ) {}

  /** @throws ServiceError `subscription.not_found`, `request.invalid` for a span that a replay cannot have. */
  async of(
    projectId: string,
    id: string,
    query: Pick<ReplayCountQuery, 'from' | 'to' | 'only_failed'>,
    now = agreedNow(),
    most = MOST_COUNTED,
  ): Promise<Answer<'ReplayCount'>> {
    const { categories } = await this.subscriptions.read(projectId, id);
    const { from, to } = spanOf(query, now);
    const types = [...new Set(categories.flatMap((category) => typesOfCategory(category)))];
    const ids = [firstIdAt('event', from), firstIdAt('event', to)];
    const { rows } = await this.pool.query<{ deliveries: number; searched: number }>(
      query.only_failed === true
        ? { name: 'count_failed', text: COUNT_FAILED, values: [id, types, ...ids, most] }
        : {
            name: 'count_published',
            text: COUNT_PUBLISHED,
            values: [projectId, types, ...ids, most, dayOf(from), dayOf(to)],
          },
    );
    const [{ deliveries, searched }] = rows as [{ deliveries: number; searched: number }];
    return { deliveries, complete: searched < most };
  }
}

function spanOf(query: { from: string; to?: string }, now: number) {
  const [from, to] = [
    Date.parse(query.from),
    Math.min(query.to === undefined ? now : Date.parse(query.to), now),
  ];
  if (from < now - SUBSCRIPTION_BOUNDS.replayDays * DAY) {
    throw invalidRequest('from', `must lie at most ${SUBSCRIPTION_BOUNDS.replayDays} days back`);
  }
  if (from > to) throw invalidRequest('from', 'must not lie in the future');
  return { from, to };
}
