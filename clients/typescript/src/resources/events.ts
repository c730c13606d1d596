import { Events as EventMethods } from '../generated/resources.js';
import type { EventPage, QueryOf, ServiceEvent } from '../models.js';
import type { Page } from '../requests/pages.js';
import type { WaitOptions } from '../requests/request-options.js';

/** Seconds that a poll waits for an event: the longest that the service does. */
const LONGEST_WAIT = 10;

/** The events of a project, by polling. */
export class Events extends EventMethods {
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
}
