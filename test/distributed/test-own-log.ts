import { expect, it } from '@jest/globals';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { describeService } from '../support/describe-service.js';

/** Changes of records; `FAULTS=long` makes it ten thousand. */
const WRITES = process.env['FAULTS'] === 'long' ? 10_000 : 400;
const RECORDS = 40;
const VERIFIERS = 8;

const ENV = { REPLICAS: '2', RATE_LIMIT: 'off', SCRUB_LOAD_PERCENT: '20' };

describeService({ name: 'the service’s own log, with two of each app', env: ENV }, (service, fixture) => {
  const metricsOf = async (name: string): Promise<number[]> => {
    const gateways = (await readProcessList(service.dataDirectory)).filter((each) =>
      each.name.startsWith('verify-api'),
    );
    const texts = await Promise.all(
      gateways.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()),
    );
    return texts.flatMap((text) =>
      Array.from(text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm')), (found) => Number(found[1])),
    );
  };

  it(
    'contradicts nothing while records change and are verified beside it',
    async () => {
      const { body } = await fixture.admin.post('/v1/records/batch', {
        records: Array.from({ length: RECORDS }, (_, index) => {
          return {
            authority_id: fixture.authorityId,
            origin: `https://a.example/${index}`,
            content: 'first',
          };
        }),
      });
      const ids = (body['data'] as { id: string }[]).map(({ id }) => id);
      expect(ids).toHaveLength(RECORDS);
      let left = WRITES;
      let verifications = 0;
      const unverified: string[] = [];
      const write = async (id: string) => {
        while (left > 0) {
          left -= 1;
          const changed = await fixture.admin.post(`/v1/records/${id}/amend`, {
            reason: 'Changed again.',
            content: `content ${left}`,
          });
          expect([200, 503]).toContain(changed.status);
        }
      };
      const verify = async () => {
        while (left > 0) {
          const id = ids[verifications % RECORDS] ?? '';
          const answer = await fixture.verifier.post('/v1/records/verify', { record_id: id });
          verifications += 1;
          if (answer.status !== 200) continue;
          if (answer.body['evidence'].provenance.verified !== true) unverified.push(answer.text);
        }
      };
      await Promise.all([...ids.map(write), ...Array.from({ length: VERIFIERS }, verify)]);
      expect(unverified).toEqual([]);
      expect(verifications).toBeGreaterThan(WRITES / 10);
      expect(await metricsOf('rvs_log_contradictions')).toEqual([0, 0]);
      expect((await metricsOf('rvs_scrub_findings')).filter((count) => count > 0)).toEqual([]);
    },
    WRITES * 100 + 120_000,
  );
});
