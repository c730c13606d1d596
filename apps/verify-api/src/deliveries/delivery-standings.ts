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
import { COUNT_DELIVERIES, READ_STANDINGS } from './delivery-standings.sql.js';

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
