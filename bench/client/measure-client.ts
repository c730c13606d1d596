import { RecordVerification, type KeySet } from '@record-verification/client';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { PATH, REQUEST } from '../verify/verification.ts';

const CONCURRENT = [1, 16];
/** Milliseconds of a round, and how many of them each way has; the ways take turns. */
const [ROUND, ROUNDS] = [1_500, 5];

/** Verifications a second by the TypeScript client, with what is pinned and without, against bare `fetch`. */
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
    for (const once of Object.values(ways)) await rate(once, concurrent);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, once] of Object.values(ways).entries()) {
        rates[index]?.samples.push(await rate(once, concurrent));
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

/** Calls a second. */
async function rate(once: () => Promise<void>, concurrent: number): Promise<number> {
  const began = performance.now();
  let calls = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - began < ROUND) {
      await once();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, lane));
  return (calls / (performance.now() - began)) * 1_000;
}
