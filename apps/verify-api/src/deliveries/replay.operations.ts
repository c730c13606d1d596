import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ReplayCountQuery, ReplayQuery } from './replay.query.js';
import { Injectable } from '@nestjs/common';
import {
  agreedNow,
  SUBSCRIPTION_BOUNDS,
  firstIdAt,
  invalidRequest,
  typesOfCategory,
  ServiceError,
  timeOfId,
  type RequestedReplay,
} from '@service/contracts';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import type { Answer } from '../interface/schemas/schemas.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { COUNT_FAILED, COUNT_PUBLISHED, LIST_REPLAYS, READ_REPLAY, READ_REQUEST } from './replays.sql.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { requestedReplay, type ShownReplay } from '../subscriptions/shown-replay.js';
import { GatewayViews } from '../views/gateway-views.js';

/** Milliseconds for which a new replay is also searched in the log, which has it before the table. */
const NEW = 3_600_000;

/** The replays of subscriptions, from their owner's tables. */
@Injectable()
class Replays {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly views: GatewayViews,
    private readonly pool: Pool,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of a subscription's replays, newest first. One that was requested a moment ago may be missing.
   * @throws ServiceError `subscription.not_found`, `request.invalid` for a cursor of another list.
   */
  async list(projectId: string, id: string, query: ReplayQuery): Promise<Page<ShownReplay>> {
    const { limit, cursor, state, from, to } = query;
    const cursors = this.cursors.of(`replays.list/${id}`, projectId, query);
    const before = cursors.time(cursor)?.[1] ?? null;
    await this.subscriptions.read(projectId, id);
    const { rows } = await this.pool.query<ShownReplay>({
      name: 'list_replays',
      text: LIST_REPLAYS,
      values: [id, before, limit + 1, state, from, to],
    });
    return cursors.page(
      rows,
      limit,
      (row) => [row.created_at, row.id],
      (row) => row,
    );
  }

  /**
   * @throws ServiceError `replay.not_found`, also for a replay of another project; `service.unavailable` while the view of
   *   subscriptions is too far behind.
   */
  async read(projectId: string, id: string): Promise<ShownReplay> {
    const createdAt = timeOfId(id, 'delivery_request');
    if (createdAt === null) throw new ServiceError('replay.not_found');
    this.views.freshness.subscriptions.require();
    const { rows } = await this.pool.query<ShownReplay>({
      name: 'read_replay',
      text: READ_REPLAY,
      values: [id, projectId],
    });
    const found =
      rows[0] ?? (createdAt < agreedNow() - NEW ? undefined : await this.requested(projectId, id));
    if (found === undefined) throw new ServiceError('replay.not_found');
    return found;
  }

  private async requested(projectId: string, id: string): Promise<ShownReplay | undefined> {
    const { rows } = await this.pool.query<Omit<RequestedReplay, 'event_id'>>(READ_REQUEST, [id, projectId]);
    return rows[0] && requestedReplay(rows[0]);
  }
}

/** Most events, or failed deliveries, that are read for a count. */
const MOST_COUNTED = 50_000;

/** Counts what a replay would deliver, by the rules of the dispatcher, and plans nothing. */
@Injectable()
class ReplayCounts {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly pool: Pool,
  ) {}

  /** @throws ServiceError `subscription.not_found`, `request.invalid` for a span that a replay cannot have. */
  async of(
    projectId: string,
    id: string,
    query: Pick<ReplayCountQuery, 'from' | 'to' | 'only_failed'>,
  ): Promise<Answer<'ReplayCount'>> {
    const { categories } = await this.subscriptions.read(projectId, id);
    const { from, to } = spanOf(query, agreedNow());
    const types = [...new Set(categories.flatMap((category) => typesOfCategory(category)))];
    const ids = [firstIdAt('event', from), firstIdAt('event', to)];
    const { rows } = await this.pool.query<{ deliveries: number; searched: number }>(
      query.only_failed === true
        ? { name: 'count_failed', text: COUNT_FAILED, values: [id, types, ...ids, MOST_COUNTED] }
        : {
            name: 'count_published',
            text: COUNT_PUBLISHED,
            values: [projectId, types, ...ids, MOST_COUNTED, dayOf(from), dayOf(to)],
          },
    );
    const [{ deliveries, searched }] = rows as [{ deliveries: number; searched: number }];
    return { deliveries, complete: searched < MOST_COUNTED };
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

const common = {
  access: 'subscribe',
  ofWholeProject: 'cannot see replays, which reach all of the project',
  useCase: Replays,
} as const;

/** Operations on replays, which `subscriptions.replay` requests. */
export const replayOperations = {
  list: defineOperation({
    ...common,
    name: 'replays.list',
    http: 'GET /v1/subscriptions/:id/replays',
    summary: 'List a subscription’s replays, newest first',
    input: identified('subscription_id', ReplayQuery),
    answer: 'ReplayPage',
    fails: ['subscription.not_found'],
    execute: (replays, { projectId }, { subscription_id, ...query }) =>
      replays.list(projectId, subscription_id, query),
  }),

  read: defineOperation({
    ...common,
    name: 'replays.read',
    http: 'GET /v1/replays/:id',
    summary: 'Read a replay: how many of its deliveries are planned, and what became of them',
    input: identified('replay_id'),
    answer: 'Replay',
    fails: ['replay.not_found'],
    execute: (replays, { projectId }, { replay_id }) => replays.read(projectId, replay_id),
  }),

  count: defineOperation({
    ...common,
    name: 'replays.count',
    http: 'GET /v1/subscriptions/:id/replays/count',
    summary: 'Count what a replay of a span would deliver, without requesting it',
    input: identified('subscription_id', ReplayCountQuery),
    answer: 'ReplayCount',
    fails: ['subscription.not_found'],
    useCase: ReplayCounts,
    execute: (counts, { projectId }, { subscription_id, ...query }) =>
      counts.of(projectId, subscription_id, query),
  }),
};
