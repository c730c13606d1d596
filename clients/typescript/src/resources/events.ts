import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List, Page } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, WaitOptions } from '../requests/request-options.js';
import type { EventPage, QueryOf, ServiceEvent } from '../models.js';

/** Seconds that a poll waits for an event: the longest that the service does. */
const LONGEST_WAIT = 10;

/** The events of a project, by polling. */
export class Events {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /**
   * Events in an order that never skips one. Iterating over them ends at the newest one. A page always has a cursor: keep it, to
   * continue from there later.
   */
  list(query: QueryOf<'events.list'> = {}, options: WaitOptions = {}): List<ServiceEvent, EventPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/events', query }, { endsEmpty: true });
  }

  /**
   * Pages of events without end: waits for more at the newest one. Keep `nextCursor` of a page once you have handled its
   * events, and begin with it the next time; then none is missed. `cursor: 'latest'` begins with what is yet to come.
   * @throws ServiceError `event.cursor_expired` where events behind the cursor are not kept any more.
   */
  async *follow(
    query: Omit<QueryOf<'events.list'>, 'order' | 'until'> = {},
    options: WaitOptions = {},
  ): AsyncGenerator<Page<ServiceEvent, EventPage>, void, undefined> {
    let next = query;
    for (;;) {
      const page = await this.list(next, { wait: LONGEST_WAIT, ...options });
      yield page;
      // With the same filters, which a cursor belongs to.
      next = { ...next, cursor: page.body.next_cursor };
    }
  }

  read(id: string, options: RequestOptions = {}): Answer<ServiceEvent> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/events/${id}` });
  }
}
