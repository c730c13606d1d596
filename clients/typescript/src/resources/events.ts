import { Events as EventMethods } from '../generated/resources.js';
import type { EventPage, QueryOf, ServiceEvent } from '../models.js';
import type { Page } from '../requests/pages.js';
import type { WaitOptions } from '../requests/request-options.js';

/** Seconds that a poll waits for an event: the most that the service allows. */
const LONGEST_WAIT = 10;

/** The events of a project, by polling. */
export class Events extends EventMethods {
  /**
   * An endless iteration over pages of events: after the newest event, it waits for more. Store `nextCursor` of a page
   * once you have handled its events, and start there the next time, to miss none. `cursor: 'latest'` starts with
   * future events.
   * @throws ServiceError `event.cursor_expired` where events behind the cursor are not kept any more.
   */
  async *follow(
    query: Omit<QueryOf<'events.list'>, 'order' | 'to'> = {},
    options: WaitOptions = {},
  ): AsyncGenerator<Page<ServiceEvent, EventPage>, void, undefined> {
    let next = query;
    for (;;) {
      const page = await this.list(next, { wait: LONGEST_WAIT, ...options });
      yield page;
      // A cursor is valid only with the same filters.
      next = { ...next, cursor: page.body.next_cursor };
    }
  }
}
