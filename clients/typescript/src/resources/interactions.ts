import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { HistoryCheck, Interaction, InteractionPage, QueryOf } from '../models.js';

/** The history of who called what. */
export class Interactions {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Interactions that fit all filters, the newest first. */
  list(
    query: QueryOf<'interactions.list'> = {},
    options: RequestOptions = {},
  ): List<Interaction, InteractionPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/interactions', query });
  }

  /** Whether the history of a day is complete and unchanged. */
  check(query: QueryOf<'interactions.check'> = {}, options: RequestOptions = {}): Answer<HistoryCheck> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/interactions/check', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<Interaction> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/interactions/${id}` });
  }
}
