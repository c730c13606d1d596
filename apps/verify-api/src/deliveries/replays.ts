import { Injectable } from '@nestjs/common';
import { agreedNow, ServiceError, timeOfId, type RequestedReplay } from '@service/contracts';
import { Pool } from 'pg';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { requestedReplay, type ShownReplay } from '../subscriptions/shown-replay.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { ReplayQuery } from './replay.query.js';
import { LIST_REPLAYS, READ_REPLAY, READ_REQUEST } from './replays.sql.js';

/** Milliseconds for which a new replay is also searched in the log, which has it before the table. */
const NEW = 3_600_000;

/** The replays of subscriptions, from their owner's tables. */
@Injectable()
export class Replays {
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
  async read(projectId: string, id: string, now = agreedNow()): Promise<ShownReplay> {
    const createdAt = timeOfId(id, 'delivery_request');
    if (createdAt === null) throw new ServiceError('replay.not_found');
    this.views.freshness.subscriptions.require();
    const { rows } = await this.pool.query<ShownReplay>({
      name: 'read_replay',
      text: READ_REPLAY,
      values: [id, projectId],
    });
    const found = rows[0] ?? (createdAt < now - NEW ? undefined : await this.requested(projectId, id));
    if (found === undefined) throw new ServiceError('replay.not_found');
    return found;
  }

  private async requested(projectId: string, id: string): Promise<ShownReplay | undefined> {
    const { rows } = await this.pool.query<Omit<RequestedReplay, 'event_id'>>(READ_REQUEST, [id, projectId]);
    return rows[0] && requestedReplay(rows[0]);
  }
}
