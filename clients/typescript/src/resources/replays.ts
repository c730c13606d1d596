import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { QueryOf, Replay, ReplayCount, ReplayPage } from '../models.js';

/** Replays of a subscription, and how far they are. */
export class Replays {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** The newest first. */
  list(
    subscriptionId: string,
    query: QueryOf<'subscriptions.replays.list'> = {},
    options: RequestOptions = {},
  ): List<Replay, ReplayPage> {
    return this.#service.list({
      ...options,
      method: 'GET',
      path: pathTo`/v1/subscriptions/${subscriptionId}/replays`,
      query,
    });
  }

  /** How many deliveries a replay would make. */
  count(
    subscriptionId: string,
    query: QueryOf<'subscriptions.replays.count'>,
    options: RequestOptions = {},
  ): Answer<ReplayCount> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/subscriptions/${subscriptionId}/replays/count`,
      query,
    });
  }

  read(subscriptionId: string, replayId: string, options: RequestOptions = {}): Answer<Replay> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/subscriptions/${subscriptionId}/replays/${replayId}`,
    });
  }
}
