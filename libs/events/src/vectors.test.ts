import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { DeliveryVector } from './testing/delivery-samples.js';
import { deliveryVectors } from './testing/delivery-vectors.js';
import { judgeDelivery } from './testing/judge-delivery.js';

const published = readFileSync(new URL('../../../docs/vectors/deliveries.json', import.meta.url), 'utf8');
const vectors = JSON.parse(published) as DeliveryVector[];

describe('the published deliveries', () => {
  it('are those that `npm run docs` makes', async () => {
    expect(vectors).toEqual(await deliveryVectors());
  });

  it.each(vectors.map((vector) => [vector.name, vector.code ?? 'accepted', vector] as const))(
    '%s: %s',
    (_name, _code, vector) => {
      const judged = judgeDelivery(vector);
      expect(judged).toEqual(Object.fromEntries(Object.keys(judged).map((form) => [form, vector.code])));
    },
  );
});
