import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SUBSCRIPTION_BOUNDS, type SubscriptionState } from '@service/contracts';
import { Pool } from 'pg';
import { Not, Repository } from 'typeorm';
import { MOST_COUNTED } from '../interface/schemas/delivery-schemas.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { GatewayViews } from '../views/gateway-views.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';
import { ATTEMPT } from './deliveries.sql.js';
import { MOMENT } from './moment.sql.js';

/**
 * Standings of subscriptions, unordered. Parameters are their ids, the number of waiting deliveries that are counted at
 * most, and the days of failure after which one is disabled. Only endpoints that have failed have a row of their own.
 */
const READ_STANDINGS = `SELECT wanted.subscription_id, coalesce(endpoint.failures, 0) AS failures,
    ${MOMENT('endpoint.failing_since')} AS failing_since,
    ${MOMENT("(endpoint.failing_since + $3::integer * interval '1 day')")} AS disabled_after,
    CASE WHEN next.at > statement_timestamp() THEN ${MOMENT('next.at')} END AS next_attempt_at, waiting.pending
  FROM (SELECT id COLLATE "C" AS subscription_id FROM unnest($1::text[]) AS named (id)) AS wanted
  LEFT JOIN webhook_dispatcher_published.endpoints AS endpoint
    ON endpoint.subscription_id = wanted.subscription_id
  LEFT JOIN LATERAL (
    SELECT greatest(queue.due, endpoint.held_until, endpoint.probe_at) AS at
    FROM webhook_dispatcher_published.queues AS queue
    WHERE queue.subscription_id = wanted.subscription_id AND NOT queue.leased ORDER BY queue.due LIMIT 1
  ) AS next ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS pending FROM (
      SELECT FROM webhook_dispatcher_published.entries AS entry
      WHERE entry.subscription_id = wanted.subscription_id LIMIT $2
    ) AS few
  ) AS waiting`;

/**
 * Counts deliveries of a subscription by state. Parameters are its id, and the most attempts, and waiting deliveries,
 * to read, newest first. `counted_since` is null where all attempts were read. Texts of answers are read of one attempt only.
 */
const COUNT_DELIVERIES = `WITH waiting AS (
    SELECT delivery_id FROM webhook_dispatcher_published.entries WHERE subscription_id = $1
    ORDER BY delivery_id DESC LIMIT $2
  ), made AS (
    SELECT delivery_id, number, outcome, planned_at, at FROM webhook_dispatcher_published.attempts
    WHERE subscription_id = $1 ORDER BY delivery_id DESC, number DESC LIMIT $2
  ), ended AS (
    SELECT DISTINCT ON (delivery_id) delivery_id, outcome FROM made
    WHERE delivery_id NOT IN (SELECT delivery_id FROM waiting) ORDER BY delivery_id DESC, number DESC
  )
  SELECT (SELECT count(*)::integer FROM waiting) AS pending,
    (count(*) FILTER (WHERE outcome = 'acknowledged'))::integer AS succeeded,
    (count(*) FILTER (WHERE outcome = 'exhausted'))::integer AS exhausted,
    (count(*) FILTER (WHERE outcome IN ('retry', 'gone')))::integer AS cancelled,
    (SELECT count(*)::integer FROM made) AS attempts,
    (SELECT count(*)::integer FROM made WHERE outcome <> 'acknowledged') AS failed_attempts,
    (SELECT CASE WHEN count(*) = $2::bigint THEN ${MOMENT('min(planned_at)')} END FROM made) AS counted_since,
    (SELECT json_build_object('delivery_id', delivery_id, ${ATTEMPT})
      FROM webhook_dispatcher_published.attempts
      WHERE subscription_id = $1
        AND (delivery_id, number) = (SELECT delivery_id, number FROM made ORDER BY at DESC LIMIT 1)) AS last_attempt
  FROM ended`;

type Standing = Answer<'DeliverySummary'>['data'][number];
type Totals = Omit<Answer<'SubscriptionSummary'>, Exclude<keyof Standing, 'pending'>>;

/** The members of a subscription that its standing includes. */
interface Known {
  id: string;
  endpoint: string;
  state: SubscriptionState;
}

/** How subscriptions stand: whether their endpoints fail, since when, and what waits for them. */
@Injectable()
export class DeliveryStandings {
  constructor(
    private readonly subscriptions: Subscriptions,
    @InjectRepository(SubscriptionEntity) private readonly rows: Repository<SubscriptionEntity>,
    private readonly views: GatewayViews,
    private readonly pool: Pool,
  ) {}

  /** The standings of a project's subscriptions that are not revoked, newest first. */
  async ofProject(projectId: string): Promise<Answer<'DeliverySummary'>> {
    this.views.freshness.subscriptions.require();
    const rows = await this.rows.find({
      where: { project_id: projectId, state: Not('revoked') },
      order: { created_at: 'DESC', id: 'DESC' },
      take: SUBSCRIPTION_BOUNDS.perProject,
    });
    return { data: await this.of(rows.map(({ snapshot }) => snapshot)) };
  }

  /** One standing, with its deliveries by state. @throws ServiceError `subscription.not_found`. */
  async ofSubscription(projectId: string, id: string): Promise<Answer<'SubscriptionSummary'>> {
    const subscription = await this.subscriptions.read(projectId, id);
    const [standing] = (await this.of([subscription])) as [Standing];
    const { rows } = await this.pool.query<Totals>({
      name: 'count_deliveries',
      text: COUNT_DELIVERIES,
      values: [id, MOST_COUNTED],
    });
    const [totals] = rows as [Totals];
    // Only a revocation cancels deliveries; before it, a failed attempt belongs to a waiting delivery.
    const cancelled = subscription.state === 'revoked' ? totals.cancelled : 0;
    return { ...standing, ...totals, cancelled };
  }

  private async of(subscriptions: readonly Known[]): Promise<Standing[]> {
    const { rows } = await this.pool.query<Omit<Standing, 'endpoint' | 'state'>>({
      name: 'read_standings',
      text: READ_STANDINGS,
      values: [subscriptions.map(({ id }) => id), MOST_COUNTED, SUBSCRIPTION_BOUNDS.failingDays],
    });
    const standings = new Map(rows.map((row) => [row.subscription_id, row]));
    return subscriptions.flatMap(({ id, endpoint, state }) => {
      const standing = standings.get(id);
      if (standing === undefined) return [];
      // Nothing is attempted while a subscription is not active.
      const ahead = state === 'active' ? {} : { next_attempt_at: null, disabled_after: null };
      return [{ ...standing, endpoint, state, ...ahead }];
    });
  }
}
