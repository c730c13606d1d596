import { defineOperation } from '../interface/operation.js';
import { Injectable } from '@nestjs/common';
import { agreedDate } from '@service/contracts';
import type { Answer } from '../interface/schemas/schemas.js';
import { GatewayViews } from '../views/gateway-views.js';

/** How current the answers of this gateway are. */
@Injectable()
class Status {
  constructor(private readonly views: GatewayViews) {}

  read(): Answer<'Status'> {
    const { freshness, heads } = this.views;
    const views = Object.values(freshness).map((each) => {
      const { view, behind, isStale } = each.look();
      return { name: view, behind_ms: Math.max(0, Math.round(behind)), stale: isStale };
    });
    const { head = null, age = null, isStale = true } = heads.newest ?? {};
    const log = { origin: head?.origin ?? null, tree_size: head?.treeSize ?? 0, age_ms: age, stale: isStale };
    return { time: agreedDate().toISOString(), views, log };
  }
}

/** The operation that says how current answers are. */
export const statusOperations = {
  read: defineOperation({
    name: 'status.read',
    http: 'GET /v1/status',
    access: 'any',
    summary: 'Read how far the views behind the answers, and the newest checkpoint of the log, are behind',
    answer: 'Status',
    fromMemory: true,
    useCase: Status,
    execute: (status) => status.read(),
  }),
};
