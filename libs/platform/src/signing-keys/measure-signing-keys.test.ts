import { expect, it } from '@jest/globals';
import { KeyRing, SigningKey } from '@service/evidence';
import { createLogger } from '../logging/create-logger.js';
import { createMetrics } from '../metrics/index.js';
import { measureSigningKeys } from './measure-signing-keys.js';

/** The ages by their purposes, and what was logged while they were collected. */
async function collect(keys: KeyRing): Promise<{ ages: Record<string, number>; lines: string[] }> {
  const lines: string[] = [];
  const metrics = createMetrics(
    createLogger('warn', { write: (line) => void lines.push(line) }),
    'development',
  );
  measureSigningKeys(metrics, keys, () => Date.parse('2026-03-01T12:01:00.000Z'));
  const family = (await metrics.collect()).find(({ name }) => name === 'rvs_signing_key_age_seconds');
  const ages = (family?.samples ?? []).map(({ labels, value }): [string, number] => [
    String(labels['purpose']),
    value,
  ]);
  return { ages: Object.fromEntries(ages), lines };
}

it('the age of signing keys is that of the newest of each purpose', async () => {
  const first = KeyRing.generate('2026-03-01T12:00:00.000Z');
  const keys = first.with(SigningKey.generate('answer', '2026-03-01T12:00:50.000Z'));
  expect((await collect(keys)).ages).toMatchObject({ provenance: 60, answer: 10 });
});

it('a restored copy, which has no signing keys, has no ages and logs no failure', async () => {
  expect(await collect(KeyRing.empty())).toEqual({ ages: {}, lines: [] });
});
