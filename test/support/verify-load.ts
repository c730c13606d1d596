import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Client } from './client.js';
import type { TestService } from './service.js';

/** Milliseconds of a caller after each answer. Without it, they would take the processor from a service that starts again. */
const PAUSE = 50;

/** Callers that go on to verify, even during outages, and store the answers. */
export class VerifyLoad {
  /** Request ids of all answers. */
  readonly answered: string[] = [];
  private stopped = false;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly verifier: Client,
    callers = 16,
  ) {
    this.done = Promise.all(Array.from({ length: callers }, () => this.verify()));
  }

  /** Waits for so many more answers. */
  async answers(more: number): Promise<void> {
    const before = this.answered.length;
    await eventually(() => expect(this.answered.length).toBeGreaterThan(before + more), { timeout: 60_000 });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async verify(): Promise<void> {
    while (!this.stopped) {
      const answer = await this.verifier
        .post('/v1/records/verify', { record_id: 'rec_example' })
        .catch(() => null);
      const requestId = answer?.headers.get('service-request-id');
      if (answer?.status === 200 && requestId != null) this.answered.push(requestId);
      await pause(PAUSE);
    }
  }
}

/** How often each verification stands in the history. */
export async function timesKept(service: TestService): Promise<Map<string, number>> {
  const rows = await service.sql<{ request_id: string; count: string }>(
    `SELECT line::json ->> 'request_id' AS request_id, count(*) FROM verify_api.interactions,
       unnest(string_to_array(lines, E'\\n')) AS line
     WHERE line::json ->> 'operation' = 'records.verify' GROUP BY 1`,
  );
  return new Map(rows.map(({ request_id, count }) => [request_id, Number(count)]));
}

/** Every answer is in the history, and nothing is in it twice. */
export function expectKeptOnce(answered: readonly string[], kept: ReadonlyMap<string, number>): void {
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect([...kept].filter(([, count]) => count !== 1)).toEqual([]);
}

/** Usage comes to count all that is in the history. */
export async function expectCounted(auditor: Client, kept: ReadonlyMap<string, number>): Promise<void> {
  await eventually(
    async () => {
      const { body } = await auditor.get('/v1/usage?granularity=hour');
      const verified = (body['data'] as { operation: string; requests: number }[])
        .filter(({ operation }) => operation === 'records.verify')
        .reduce((sum, { requests }) => sum + requests, 0);
      expect(verified).toBe(kept.size);
    },
    { timeout: 60_000 },
  );
}

/** Expects every lane to be sound. @returns their writers. */
export async function expectSound(service: TestService, auditor: Client): Promise<Set<string>> {
  const days = await service.sql<{ day: string }>('SELECT DISTINCT day::text FROM verify_api.lanes');
  const writers = new Set<string>();
  for (const { day } of days) {
    const { body } = await auditor.get(`/v1/interactions/check?day=${day}`);
    const lanes = body['data'] as { writer: string; sound: boolean }[];
    expect(lanes.filter(({ sound }) => !sound)).toEqual([]);
    for (const { writer } of lanes) writers.add(writer);
  }
  return writers;
}
