import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { Client } from './support/client.js';
import { describeService } from './support/describe-service.js';

const KILLS = 3;
const CALLERS = 32;

/** Milliseconds for the service to be started again, on a machine that does other things as well. */
const TEST_TIMEOUT = 240_000;

describeService('the interaction history of a service that is killed', (service, world) => {
  const answered: string[] = [];

  /** Verifies without pause until told to stop, and remembers every answer's request id. */
  const keepVerifying = (until: () => boolean) =>
    Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (!until()) {
          const answer = await world.verifier
            .post('/v1/records/verify', { record_id: 'rec_example' })
            .catch(() => null);
          const requestId = answer?.headers.get('service-request-id');
          if (answer?.status === 200 && requestId != null) answered.push(requestId);
        }
      }),
    );

  /** How often each request stands in the history. */
  const kept = async () => {
    const rows = await service.sql<{ request_id: string; count: string }>(
      `SELECT line::json ->> 'request_id' AS request_id, count(*) FROM verify_api.interactions,
         unnest(string_to_array(lines, E'\\n')) AS line
       WHERE line::json ->> 'operation' = 'record.verify' GROUP BY 1`,
    );
    return new Map(rows.map(({ request_id, count }) => [request_id, Number(count)]));
  };

  it(
    'holds every answered request exactly once, and usage agrees with it',
    async () => {
      for (let round = 0; round < KILLS; round += 1) {
        let dead = false;
        const before = answered.length;
        const done = keepVerifying(() => dead);
        await eventually(() => expect(answered.length).toBeGreaterThan(before + 500), { timeout: 30_000 });
        await service.end('SIGKILL');
        dead = true;
        await done;
        await service.begin();
      }
      const lines = await kept();
      expect(answered.filter((id) => lines.get(id) !== 1)).toEqual([]);
      expect([...lines.values()].filter((count) => count !== 1)).toEqual([]);
      const auditor = new Client(service, service.tokens.development.audit);
      await eventually(
        async () => {
          const { body } = await auditor.get('/v1/usage?granularity=hour');
          const verified = (body['data'] as { operation: string; requests: number }[])
            .filter(({ operation }) => operation === 'record.verify')
            .reduce((sum, { requests }) => sum + requests, 0);
          expect(verified).toBe(lines.size);
        },
        { timeout: 30_000 },
      );
    },
    TEST_TIMEOUT,
  );

  it('is one sound chain for each life of a process', async () => {
    const auditor = new Client(service, service.tokens.development.audit);
    const { body } = await auditor.get('/v1/interactions/check');
    const lanes = body['data'] as { writer: string; sound: boolean; lines: number }[];
    expect(lanes.filter(({ sound }) => !sound)).toEqual([]);
    expect(new Set(lanes.map(({ writer }) => writer)).size).toBeGreaterThanOrEqual(KILLS + 1);
  });
});
