import type { Answer } from '../requests/answer.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { QueryOf, Usage } from '../models.js';

/** How much a project did. */
export class UsageCounts {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Counts by hour or day. */
  read(query: QueryOf<'usage.read'> = {}, options: RequestOptions = {}): Answer<Usage> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/usage', query });
  }
}
