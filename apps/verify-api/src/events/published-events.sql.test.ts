import { describe, expect, it } from '@jest/globals';
import { pageSql } from './published-events.sql.js';

const forms = (['oldest', 'newest'] as const).flatMap((order) =>
  [0, 1, 2, 3].map((bits) => ({ order, since: (bits & 1) > 0, until: (bits & 2) > 0 })),
);

describe('the statement of a page of events', () => {
  it.each(forms)('has exactly the parameters that it is sent: %j', (form) => {
    for (const by of ['subject', 'authority', 'type', 'project'] as const) {
      const used = new Set([...pageSql(by, form).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const sent = 7 + (form.since ? 2 : 0) + (form.until ? 2 : 0);
      expect([...used].toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: sent }, (_, at) => at + 1),
      );
    }
  });
});
