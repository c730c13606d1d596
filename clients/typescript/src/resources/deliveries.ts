import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, WriteOptions } from '../requests/request-options.js';
import type {
  Delivery,
  DeliveryPage,
  DeliveryRequest,
  DeliverySummary,
  QueryOf,
  SubscriptionSummary,
} from '../models.js';

/** Deliveries: what became of each event at an endpoint. */
export class Deliveries {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Deliveries of a subscription that fit all filters. */
  list(
    subscriptionId: string,
    query: QueryOf<'deliveries.list'> = {},
    options: RequestOptions = {},
  ): List<Delivery, DeliveryPage> {
    return this.#service.list({
      ...options,
      method: 'GET',
      path: pathTo`/v1/subscriptions/${subscriptionId}/deliveries`,
      query,
    });
  }

  /** How many deliveries of a subscription are in each state. */
  count(subscriptionId: string, options: RequestOptions = {}): Answer<SubscriptionSummary> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/subscriptions/${subscriptionId}/deliveries/summary`,
    });
  }

  /** The same for the whole project. */
  summary(options: RequestOptions = {}): Answer<DeliverySummary> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/deliveries/summary' });
  }

  read(id: string, options: RequestOptions = {}): Answer<Delivery> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/deliveries/${id}` });
  }

  /** The request of the newest attempt, signed again. */
  request(id: string, options: RequestOptions = {}): Answer<DeliveryRequest> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/deliveries/${id}/request` });
  }

  /** Makes one attempt now. */
  retry(id: string, options: WriteOptions = {}): Answer<Delivery> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/deliveries/${id}/retry` });
  }
}
