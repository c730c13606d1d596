import type { Answer } from '../requests/answer.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { EventCategories } from '../models.js';

/** The types of events. */
export class EventCategoryList {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Each type with the JSON Schema of its events. */
  list(options: RequestOptions = {}): Answer<EventCategories> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/event-categories' });
  }
}
