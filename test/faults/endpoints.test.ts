import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import { grant } from '../support/fixtures.js';
import { Receiver, type Received } from '../support/receiver.js';
import { FaultyService, PATIENCE } from './support/faulty-service.js';

jest.setTimeout(1_800_000);

/** Records, each registered and suspended; endpoints that take every event, one of them slowly, and dead ones. */
const RECORDS = process.env['FAULTS'] === 'long' ? 2_500 : 500;
const LIVE = 18;
const DEAD = 2;
const KILLS = 3;
const BATCH = 100;
const LONG = { timeout: 1_200_000, interval: 250 };

let service: FaultyService;
let receiver: Receiver;
let authorityId: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await FaultyService.start();
  authorityId = await eventually(() => grant(service.as('admin')), PATIENCE);
}, 240_000);
afterAll(async () => {
  await receiver.stop();
  await service.dispose();
}, 60_000);

async function registerBatch(): Promise<string[]> {
  const records = Array.from({ length: BATCH }, (_, number) => ({
    authority_id: authorityId,
    origin: 'https://registry.example/1',
    content: String(number),
  }));
  const { body } = await service.as('admin').post('/v1/records/batch', { records });
  return (body['data'] as { id: string }[]).map(({ id }) => id);
}

it('every live endpoint has every event in order, whatever is killed, and the dead ones cost them nothing', async () => {
  const admin = service.as('admin');
  receiver.on('/slow', (_, response) => void setTimeout(() => response.writeHead(200).end(), 5));
  const live = ['/slow', ...Array.from({ length: LIVE - 1 }, (_, number) => `/live-${number}`)];
  const dead = Array.from({ length: DEAD }, (_, number) => `/dead-${number}`);
  for (const path of dead) receiver.on(path, () => undefined);
  for (const path of [...live, ...dead]) {
    const endpoint = receiver.url(path);
    const answer = await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
    expect(answer.status).toBe(201);
  }

  const ids: string[] = [];
  const expected = RECORDS * 2 * live.length;
  const kill = async () => {
    const [first] = await service.pids('webhook-dispatcher');
    process.kill(first as number, 'SIGKILL');
    await service.whole('webhook-dispatcher', [first as number]);
  };
  const startedAt = Date.now();
  for (let batch = 0; batch < RECORDS / BATCH; batch += 1) {
    const registered = await registerBatch();
    ids.push(...registered);
    await Promise.all(registered.map((id) => admin.post(`/v1/records/${id}/suspend`, { reason: 'A test.' })));
    if (batch < KILLS) await kill();
  }

  const heard = new Map<string, Map<string, string[]>>();
  const distinct = () => {
    heard.clear();
    let count = 0;
    for (const delivery of receiver.deliveries) {
      if (!live.includes(delivery.path)) continue;
      const ofEndpoint = heard.get(delivery.path) ?? new Map<string, string[]>();
      heard.set(delivery.path, ofEndpoint);
      const id = String(delivery.event['record_id']);
      const types = ofEndpoint.get(id) ?? [];
      ofEndpoint.set(id, types);
      if (types.includes(nameOf(delivery))) continue;
      types.push(nameOf(delivery));
      count += 1;
    }
    return count;
  };
  await eventually(() => expect(distinct()).toBe(expected), LONG);
  const seconds = (Date.now() - startedAt) / 1_000;
  for (const path of live) {
    for (const id of ids) expect(heard.get(path)?.get(id)).toEqual(['registered', 'suspended']);
  }
  const deliveries = receiver.deliveries.filter(({ path }) => live.includes(path)).length;
  process.stdout.write(
    `${deliveries} deliveries of ${expected}, ${deliveries - expected} of them again, in ${seconds.toFixed(1)} s\n`,
  );
});

function nameOf({ event }: Received): string {
  return String(event['type']).split('.')[2] ?? '';
}
