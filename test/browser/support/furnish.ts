import { eventually } from '@service/testing';
import type { Client } from '../../support/client.js';
import type { Fixture } from '../../support/fixtures.js';
import { grant, register } from '../../support/fixtures.js';
import { Receiver } from '../../support/receiver.js';

/** What a project has whose pages are all worth looking at. */
export interface Furniture {
  authority: string;
  /** Amended, suspended and reinstated. */
  record: string;
  revoked: string;
  /** Active, of an authority whose key was compromised before. */
  compromised: string;
  credential: string;
  subscription: string;
  /** A delivery that an endpoint has refused. */
  delivery: string;
  event: string;
  interaction: string;
  receiver: Receiver;
}

/** Puts something of everything into a project. */
export async function furnish({ admin, auditor }: Fixture): Promise<Furniture> {
  const receiver = await Receiver.start();
  const path = receiver.newPath();
  receiver.on(path, (_, response) => void response.writeHead(503).end('Back soon.'));
  const subscribed = await admin.post('/v1/subscriptions', {
    endpoint: receiver.url(path),
    categories: ['record', 'authority', 'credential'],
    description: 'Tells the shop what is valid',
  });
  const subscription = String(subscribed.body['id']);
  const good = await admin.post('/v1/subscriptions', {
    endpoint: receiver.url(receiver.newPath()),
    categories: ['record'],
  });
  if (good.status !== 201) throw new Error(good.text);
  const authority = await grant(admin, { issuer: 'City Land Registry', scope: ['deeds', 'maps'] });
  const record = await register(admin, authority, {
    origin: 'https://registry.example/deeds/1204',
    external_id: 'deed-1204',
    metadata: { district: 'north', volume: '12' },
  });
  const steps: [string, object][] = [
    ['amend', { reason: 'Boundary measured again', content: 'new content' }],
    ['suspend', { reason: 'Objection of a neighbour' }],
    ['reinstate', { reason: 'Objection withdrawn' }],
  ];
  for (const [step, body] of steps) await change(admin, `/v1/records/${record}/${step}`, body);
  const revoked = await register(admin, authority, { external_id: 'deed-1205' });
  await change(admin, `/v1/records/${revoked}/revoke`, { reason: 'Sold twice' });
  const former = await grant(admin, { issuer: 'Former Land Registry' });
  const compromised = await register(admin, former, { external_id: 'deed-1206' });
  await change(admin, `/v1/authorities/${former}/revoke`, {
    reason: 'Its key was copied',
    cause: 'key_compromise',
    invalid_since: '2026-01-02T12:00:00Z',
  });
  const credential = await issue(admin);
  for (const id of [record, record, 'rec_missing0000000000000000'])
    await admin.post('/v1/records/verify', { record_id: id });
  const delivery = await eventually(async () => {
    const { body } = await admin.get(`/v1/deliveries?subscription_id=${subscription}&attempted=true`);
    const [first] = body['data'] as { id: string }[];
    if (first === undefined) throw new Error('Nothing was delivered.');
    return first.id;
  });
  const events = await admin.get(`/v1/events?limit=1&subject_id=${record}`);
  const interactions = await auditor.get('/v1/interactions?limit=1');
  return {
    authority,
    record,
    revoked,
    compromised,
    credential,
    subscription,
    delivery,
    event: String(events.body['data'][0].id),
    interaction: String(interactions.body['data'][0].request_id),
    receiver,
  };
}

async function change(admin: Client, path: string, body: object): Promise<void> {
  const { status, text } = await admin.post(path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
}

async function issue(admin: Client): Promise<string> {
  const wanted = { name: 'Checkout service', capabilities: ['verify', 'read'] };
  const { body, status, text } = await admin.post('/v1/credentials', wanted);
  if (status !== 201) throw new Error(text);
  return String(body['id']);
}
