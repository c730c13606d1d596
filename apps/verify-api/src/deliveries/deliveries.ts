import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  agreedNow,
  ServiceError,
  invalidRequest,
  newId,
  timeOfId,
  type DeliveryState,
  type SubscriptionState,
} from '@service/contracts';
import { DAY } from '@service/platform/days';
import { Pool } from 'pg';
import { Repository } from 'typeorm';
import type { ErrorBody } from '../admission/error-body.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import type { Call } from '../interface/call.js';
import type { BatchItem } from '../interface/inputs/invalid-item.js';
import { CommandSender } from '../owners/command-sender.js';
import { settleEach } from '../owners/settle-each.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page, PageQuery } from '../interface/inputs/pagination.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { GatewayViews } from '../views/gateway-views.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';
import { READ_DELIVERIES, endOfSearch, listDeliveries, type DeliveryFilter } from './deliveries.sql.js';

/** Most attempts, and most waiting deliveries, that are searched for a page where no index fits the filter. */
const MOST_SEARCHED = 10_000;
/** Fewest deliveries that are searched of each subscription, so that a page seldom ends empty. */
const LEAST_OF_EACH = 200;

/** Most subscriptions whose deliveries are listed together: all that are not revoked, and the newest of the others. */
const MOST_LISTED = 500;

type Filter = DeliveryFilter & { subscription_id?: string };

/** A delivery as it is answered. */
type ShownDelivery = Answer<'Delivery'>;

interface Row extends Omit<ShownDelivery, 'state' | 'updated_at'> {
  last_outcome: string | null;
}

/** The deliveries of subscriptions, from their owner's tables, and requests to retry them. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    private readonly subscriptions: Subscriptions,
    @InjectRepository(SubscriptionEntity) private readonly subscriptionRows: Repository<SubscriptionEntity>,
    private readonly pool: Pool,
    private readonly cursors: Cursors,
    private readonly failures: FailureLog,
  ) {}

  /**
   * A page of the deliveries of a project that match a filter, newest first. After a long search it ends early.
   * @throws ServiceError `request.invalid` for a cursor of another list, `service.unavailable` while the view of
   *   subscriptions is too far behind.
   */
  async list(projectId: string, query: PageQuery & Filter): Promise<Page<ShownDelivery>> {
    const { limit, cursor, subscription_id, ...filter } = query;
    const cursors = this.cursors.of('deliveries.list', projectId, query);
    const before = cursors.time(cursor)?.[1] ?? null;
    const states = await (subscription_id === undefined
      ? this.statesOf(projectId, MOST_LISTED)
      : this.stateOf(projectId, subscription_id));
    const subscription_ids = [...states].flatMap(([id, state]) => (fitsNone(filter, state) ? [] : [id]));
    if (subscription_ids.length === 0) return { data: [], next_cursor: null };
    const from = searchesAll(filter) ? await this.endOfSearch(subscription_ids, before, filter) : null;
    const place = { subscription_ids, before, from, limit: limit + 1 };
    const { rows } = await this.pool.query<Row>(listDeliveries(place, filter));
    const page = cursors.page(
      rows,
      limit,
      (row) => [row.created_at, row.id],
      (row) => shownDelivery(row, states),
    );
    const isOver = page.next_cursor !== null || from === null;
    return isOver ? page : { ...page, next_cursor: cursors.after(['', from]) };
  }

  /** @throws ServiceError `delivery.not_found`, also for a delivery of another project. */
  async read(projectId: string, id: string): Promise<ShownDelivery> {
    return found(await this.readAll(projectId, [id]), id);
  }

  /**
   * Requests an attempt of a delivery now; returns the delivery as it was before, or for a repeated request as it is.
   * @throws ServiceError `delivery.not_found`; `delivery.transition_not_allowed` for one that has succeeded or was
   *   cancelled; `delivery.blocked` for one behind another; `subscription.transition_not_allowed` where its subscription is
   *   not active.
   */
  async retry(call: Call, id: string): Promise<ShownDelivery> {
    return this.attempt(call, await this.read(call.projectId, id));
  }

  /**
   * Requests an attempt of each of many deliveries now, as `retry` does for one. They are read together, and can fail alone.
   * @returns one delivery as it was before, or one error, for each id, in order.
   */
  async retryEach(
    call: Call,
    ids: readonly BatchItem<string>[],
  ): Promise<{ data: (ShownDelivery | ErrorBody)[] }> {
    const known = await this.readAll(
      call.projectId,
      ids.filter((id) => typeof id === 'string'),
    );
    const work = (id: string, index: number, place: number): Promise<ShownDelivery> => {
      if (ids.indexOf(id) < index) throw invalidRequest('', 'must not be an id that an earlier item has');
      const idempotency = call.idempotency?.part(place) ?? null;
      return this.attempt({ ...call, idempotency }, found(known, id));
    };
    return settleEach(ids, call, this.failures, work, 'delivery_ids');
  }

  private async attempt(call: Call, delivery: ShownDelivery): Promise<ShownDelivery> {
    const { id, subscription_id, state, blocked_by } = delivery;
    const request = { subscription_id, delivery_id: id, state, blocked_by };
    await this.commands.ask('subscription.retry', call, newId('delivery_request'), request);
    return delivery;
  }

  /** Those of some deliveries that a project has, by their ids. */
  private async readAll(
    projectId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ShownDelivery>> {
    const possible = ids.filter((id) => timeOfId(id, 'delivery') !== null);
    if (possible.length === 0) return new Map();
    const states = await this.statesOf(projectId);
    const { rows } = await this.pool.query<Row>({
      name: 'read_deliveries',
      text: READ_DELIVERIES,
      values: [[...states.keys()], possible],
    });
    return new Map(rows.map((row) => [row.id, shownDelivery(row, states)]));
  }

  /** The state of one subscription of a project by its id, if it is there. */
  private async stateOf(projectId: string, id: string): Promise<ReadonlyMap<string, SubscriptionState>> {
    const subscription = await this.subscriptions.current(projectId, id);
    return new Map(subscription === null ? [] : [[id, subscription.state]]);
  }

  /** The states of a project's subscriptions, those that are not revoked first: their names are in that order. */
  private async statesOf(projectId: string, most?: number): Promise<ReadonlyMap<string, SubscriptionState>> {
    this.views.freshness.subscriptions.require();
    const rows = await this.subscriptionRows.find({
      select: { id: true, state: true },
      where: { project_id: projectId },
      order: { state: 'ASC', created_at: 'DESC' },
      ...(most !== undefined && { take: most }),
    });
    return new Map(rows.map((row) => [row.id, row.state as SubscriptionState]));
  }

  /** The delivery where the search for a page ends; null where it reaches the oldest. */
  private async endOfSearch(
    subscription_ids: readonly string[],
    before: string | null,
    filter: DeliveryFilter,
  ): Promise<string | null> {
    const limit = Math.max(LEAST_OF_EACH, Math.ceil(MOST_SEARCHED / subscription_ids.length));
    const { rows } = await this.pool.query<{ delivery_id: string | null }>(
      endOfSearch({ subscription_ids, before, limit }, filter),
    );
    return rows[0]?.delivery_id ?? null;
  }
}

/** @throws ServiceError `delivery.not_found`. */
function found(deliveries: ReadonlyMap<string, ShownDelivery>, id: string): ShownDelivery {
  const delivery = deliveries.get(id);
  if (delivery === undefined) throw new ServiceError('delivery.not_found');
  return delivery;
}

/**
 * Whether no delivery can match a filter: only a revocation cancels deliveries, none ends without an attempt, and no event
 * is in the future.
 */
function fitsNone({ state, attempted, event_id }: DeliveryFilter, subscription: SubscriptionState): boolean {
  if (attempted === false && state?.includes('pending') === false) return true;
  if (state?.every((each) => each === 'cancelled') === true && subscription !== 'revoked') return true;
  return event_id !== undefined && (timeOfId(event_id, 'event') ?? 0) > agreedNow() + DAY;
}

/** Whether a filter has no index, so that deliveries must be searched. */
function searchesAll({ state, attempted, event_type, event_id }: DeliveryFilter): boolean {
  if (event_id !== undefined) return false;
  if (attempted === false || (attempted === true && state?.includes('pending') === true)) return true;
  return (
    event_type !== undefined || state?.some((each) => each === 'succeeded' || each === 'cancelled') === true
  );
}

function shownDelivery(
  { last_outcome, ...row }: Row,
  subscriptions: ReadonlyMap<string, SubscriptionState>,
): ShownDelivery {
  const { id, subscription_id, event_id, event_type, attempts, created_at, waiting, blocked_by } = row;
  const isHeld = waiting !== null && subscriptions.get(subscription_id) === 'disabled';
  return {
    id,
    subscription_id,
    event_id,
    event_type,
    state: waiting === null ? stateAfter(last_outcome) : 'pending',
    attempts,
    next_attempt_at: isHeld ? null : row.next_attempt_at,
    waiting: isHeld ? 'subscription_disabled' : waiting,
    blocked_by,
    created_at,
    // The clocks of the database and of a dispatcher: an attempt can seem older than its delivery.
    updated_at: [created_at, attempts.at(-1)?.at ?? created_at].toSorted()[1] as string,
  };
}

function stateAfter(outcome: string | null): DeliveryState {
  if (outcome === 'acknowledged') return 'succeeded';
  return outcome === 'exhausted' ? 'exhausted' : 'cancelled';
}
