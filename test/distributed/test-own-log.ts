import { expect, it } from '@jest/globals';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import type { Fixture } from '../support/fixtures.js';
import type { TestService } from '../support/service.js';

/** Changes of records; `FAULTS=long` makes it ten thousand. */
const WRITES = process.env['FAULTS'] === 'long' ? 10_000 : 400;
const RECORDS = 40;
const VERIFIERS = 8;

/** With these the scrub comes past soon. */
export const OWN_LOG_SETTINGS = { SCRUB_LOAD_PERCENT: '20' };

/** Tests the log of a service with two processes of each app, under these settings and those of the gateways' tests. */
export function testOwnLog(service: TestService, fixture: Fixture): void {
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
      expect(await metricsOf('rvs_log_contradictions_total')).toEqual([0, 0]);
      expect((await metricsOf('rvs_scrub_findings')).filter((count) => count > 0)).toEqual([]);
    },
    WRITES * 100 + 120_000,
  );
}
