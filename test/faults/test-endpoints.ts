import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { grant } from '../support/fixtures.js';
import { Arrivals } from '../support/arrivals.js';
import { Receiver } from '../support/receiver.js';
import { changeRecord } from './support/change-record.js';
import { PATIENCE, type FaultyService } from './support/faulty-service.js';

/** Records that are registered, and of which one of so many is suspended as well: `RECORDS`, `SUSPEND_ONE_OF`. */
const RECORDS = Number(process.env['RECORDS'] ?? (process.env['FAULTS'] === 'long' ? 2_500 : 150));
const SUSPEND_ONE_OF = Number(process.env['SUSPEND_ONE_OF'] ?? 1);
/** Endpoints that take every event, one of them slowly, and dead ones. */
const LIVE = ['/slow', ...Array.from({ length: 17 }, (_, number) => `/live-${number}`)];
const DEAD = ['/dead-0', '/dead-1'];
const BATCH = 50;
const BATCHES = Math.ceil(RECORDS / BATCH);
/** After which batches a dispatcher is killed. */
const KILLS = new Set([1, 2, 3].map((quarter) => Math.floor((quarter * BATCHES) / 4)));
const LONG = { timeout: 600_000 + RECORDS * 30, interval: 250 };

let service: FaultyService;
let authorityId: string;

async function registerBatch(): Promise<string[]> {
  const records = Array.from({ length: BATCH }, (_, number) => ({
    authority_id: authorityId,
    origin: 'https://registry.example/1',
    content: String(number),
  }));
  const key = { 'idempotency-key': randomUUID() };
  return eventually(async () => {
    const { body } = await service.as('admin').post('/v1/records/batch', { records }, key);
    const ids = ((body['data'] ?? []) as { id?: string }[]).flatMap(({ id }) => id ?? []);
    expect(ids).toHaveLength(BATCH);
    return ids;
  }, PATIENCE);
}

/** Tests the deliveries to many endpoints while dispatchers are killed. */
export function testEndpoints(started: () => FaultyService): void {
  const arrivals = new Arrivals(LIVE);
  const subscriptions: string[] = [];
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start((delivery) => arrivals.take(delivery));
    service = started();
    authorityId = await eventually(() => grant(service.as('admin')), PATIENCE);
  });
  afterAll(async () => {
    const admin = service.as('admin');
    await Promise.all(
      subscriptions.map((id) => admin.post(`/v1/subscriptions/${id}/revoke`, { reason: 'r' })),
    );
    await receiver.stop();
  });

  it(
    'every live endpoint gets every event in order whichever process is killed, and dead ones cost them nothing',
    async () => {
      const admin = service.as('admin');
      receiver.on('/slow', (_, response) => void setTimeout(() => response.writeHead(200).end(), 5));
      for (const path of DEAD) receiver.on(path, () => undefined);
      for (const path of [...LIVE, ...DEAD]) {
        const endpoint = receiver.url(path);
        const answer = await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
        expect(answer.status).toBe(201);
        subscriptions.push(String(answer.body['id']));
      }

      const kills: number[] = [];
      let events = 0;
      const kill = async () => {
        const [first] = await service.pids('webhook-dispatcher');
        kills.push(Date.now());
        process.kill(first as number, 'SIGKILL');
        await service.whole('webhook-dispatcher', [first as number]);
      };
      const startedAt = Date.now();
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const registered = await registerBatch();
        const suspended = registered.filter((_, place) => place % SUSPEND_ONE_OF === 0);
        await Promise.all(suspended.map((id) => changeRecord(service, id, 'suspend')));
        events += registered.length + suspended.length;
        if (KILLS.has(batch)) await kill();
      }

      const expected = events * LIVE.length;
      await eventually(() => expect(arrivals.count).toBe(expected), LONG);
      const seconds = (Date.now() - startedAt) / 1_000;
      expect(arrivals.disorder).toEqual([]);
      expect(arrivals.unexplained(kills)).toEqual([]);
      process.stdout.write(
        `${expected} deliveries, ${arrivals.repetitions.length} of them again, in ${seconds.toFixed(1)} s\n`,
      );
    },
    2 * LONG.timeout,
  );
}
