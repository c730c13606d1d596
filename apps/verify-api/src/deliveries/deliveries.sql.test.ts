import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATES, newId, type DeliveryState } from '@service/contracts';
import { listDeliveries, type DeliveryFilter } from './deliveries.sql.js';

const VALUES = {
  event_type: 'service.record.revoked',
  event_id: newId('event'),
  from: '2026-01-01T00:00:00.000Z',
  to: '2027-01-01T00:00:00.000Z',
};
const STATES: (DeliveryState[] | undefined)[] = [
  undefined,
  ...DELIVERY_STATES.map((state) => [state]),
  ['exhausted', 'pending'],
  ['cancelled', 'exhausted', 'succeeded'],
  DELIVERY_STATES.toSorted(),
];

/** Every combination of filters, from the newest delivery on and from another. */
const queries = STATES.flatMap((state) =>
  Array.from({ length: 192 }).flatMap((_, bits) => {
    const names = Object.keys(VALUES) as (keyof typeof VALUES)[];
    const chosen = Object.fromEntries(
      names.filter((_name, at) => bits & (1 << at)).map((name) => [name, VALUES[name]]),
    );
    const attempted = [undefined, true, false][bits >> 6];
    // None ends without an attempt.
    if (attempted === false && state?.includes('pending') === false) return [];
    const filter = {
      ...chosen,
      ...(state !== undefined && { state }),
      ...(attempted !== undefined && { attempted }),
    } as DeliveryFilter;
    const before = bits & 16 ? 'dlv_1' : null;
    const from = bits & 32 ? 'dlv_0' : null;
    return listDeliveries({ subscription_ids: ['sub_1'], before, from, limit: 2 }, filter);
  }),
);

describe('the statement of a page of deliveries', () => {
  it('has exactly the parameters that it is sent', () => {
    for (const { text, values } of queries) {
      const used = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      expect([...used].toSorted((one, other) => one - other)).toEqual(values.map((_, at) => at + 1));
    }
  });

  it('has a name of its own, which PostgreSQL does not cut', () => {
    const texts = new Map(queries.map(({ name, text }) => [name, text]));
    expect(queries.filter(({ name, text }) => texts.get(name) !== text)).toEqual([]);
    expect(Math.max(...queries.map(({ name }) => name.length))).toBeLessThan(64);
  });
});
