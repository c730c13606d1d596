import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, UpdateOptions, WriteOptions } from '../requests/request-options.js';
import type {
  QueryOf,
  ReasonBody,
  Replay,
  ReplayBody,
  RotateBody,
  SubscribeBody,
  Subscription,
  SubscriptionPage,
  SubscriptionTest,
  SubscriptionWithSecret,
  TestBody,
  UpdateSubscriptionBody,
} from '../models.js';
import { Replays } from './replays.js';

/** Subscriptions: where events are delivered to. */
export class Subscriptions {
  readonly #service: Requester;
  readonly replays: Replays;

  constructor(service: Requester) {
    this.#service = service;
    this.replays = new Replays(service);
  }

  /** Subscribes an endpoint. Its secret is in this answer alone; a repeated request gets null for it. */
  create(body: SubscribeBody, options: WriteOptions = {}): Answer<SubscriptionWithSecret> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/subscriptions', body });
  }

  list(
    query: QueryOf<'subscriptions.list'> = {},
    options: RequestOptions = {},
  ): List<Subscription, SubscriptionPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/subscriptions', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/subscriptions/${id}` });
  }

  update(id: string, body: UpdateSubscriptionBody, options: UpdateOptions = {}): Answer<Subscription> {
    return this.#service.request({
      ...options,
      method: 'PATCH',
      path: pathTo`/v1/subscriptions/${id}`,
      body,
    });
  }

  /** Final. */
  revoke(id: string, options: UpdateOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'DELETE', path: pathTo`/v1/subscriptions/${id}` });
  }

  /** Gives a new secret; both sign until `overlap_until`. */
  rotateSecret(
    id: string,
    body: RotateBody = {},
    options: WriteOptions = {},
  ): Answer<SubscriptionWithSecret> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/subscriptions/${id}/rotate-secret`,
      body,
    });
  }

  disable(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Subscription> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/subscriptions/${id}/disable`,
      body,
    });
  }

  enable(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Subscription> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/subscriptions/${id}/enable`,
      body,
    });
  }

  /** Delivers a test event, to this subscription alone. */
  test(id: string, body: TestBody = {}, options: WriteOptions = {}): Answer<SubscriptionTest> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/subscriptions/${id}/test`,
      body,
    });
  }

  /** Delivers the events of a time again. */
  replay(id: string, body: ReplayBody, options: WriteOptions = {}): Answer<Replay> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/subscriptions/${id}/replay`,
      body,
    });
  }
}
