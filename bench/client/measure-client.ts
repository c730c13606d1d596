import { RecordVerification, type KeySet } from '@record-verification/client';
import { percentile } from '../../infra/percentiles.ts';
import { closedLoop } from '../load/closed-loop.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { PATH, REQUEST } from '../verify/verification.ts';

const CONCURRENT = [1, 16];
/** Seconds of a round, and number of rounds of each way; the ways take turns. */
const [ROUND, ROUNDS] = [1.5, 5];

/** Verifications a second by the TypeScript client, with pinned keys and without, against bare `fetch`. */
export async function measureClient({ port, token }: ServiceProcess): Promise<Section> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const keys: KeySet = await new RecordVerification({ baseUrl }).log.keys('development');
  const plain = new RecordVerification({ baseUrl, token });
  const pinned = new RecordVerification({ baseUrl, token, verify: { keys } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(REQUEST);
  const ways = {
    'bare fetch': async () => {
      const response = await fetch(baseUrl + PATH, { method: 'POST', headers, body });
      await response.json();
    },
    'client, nothing pinned': async () => void (await plain.records.verify(REQUEST)),
    'client, every answer checked': async () => void (await pinned.records.verify(REQUEST)),
  };
  const rows = [];
  for (const concurrent of CONCURRENT) {
    const rates = Object.keys(ways).map((way) => ({ way, samples: [] as number[] }));
    for (const once of Object.values(ways)) await closedLoop(concurrent, ROUND, once);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, once] of Object.values(ways).entries()) {
        const { perSecond } = await closedLoop(concurrent, ROUND, once);
        rates[index]?.samples.push(perSecond);
      }
    }
    const [bare = 1] = rates.map(({ samples }) => percentile(samples, 0.5));
    for (const { way, samples } of rates) {
      const perSecond = percentile(samples, 0.5);
      rows.push({ way, concurrent, per_s: perSecond, ratio: perSecond / bare });
    }
  }
  return {
    title: 'verifications by the TypeScript client against bare fetch',
    rows,
    notes: [
      `Medians of ${ROUNDS} rounds that took turns. Service and caller share the machine; the caller is one thread.`,
    ],
  };
}
