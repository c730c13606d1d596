import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../ask.ts';
import { registerOne } from '../writes/registering.ts';
import type { DistributedService } from './distributed-service.ts';

const CONSISTENCY = 'Service-Consistency-Token';
/** Milliseconds between two looks, and after which a probe gives up. */
const LOOK_EVERY = 1;
const PATIENCE = 10_000;

/** Milliseconds from a write at one gateway until another one shows it. */
export interface Seen {
  fromSending: number;
  fromAnswer: number;
}

/** One write at a first gateway: what prepares it is not measured. */
export type Probe = (service: DistributedService) => Promise<Seen>;

/** A record that the other gateway has never heard of. */
export async function registration({ first, other }: DistributedService): Promise<Seen> {
  const sentAt = performance.now();
  const id = await registerOne(first);
  return since(sentAt, performance.now(), await until(other, id, 'active'));
}

/** A record that the other gateway has in memory. */
export async function suspension({ first, other }: DistributedService): Promise<Seen> {
  const id = await registerOne(first);
  await until(other, id, 'active');
  const sentAt = performance.now();
  const { status } = await first('POST', `/v1/records/${id}/suspend`, { reason: 'Measured.' });
  if (status !== 200) throw new Error(`A suspension was answered ${status}.`);
  return since(sentAt, performance.now(), await until(other, id, 'suspended'));
}

/** A credential that the other gateway has just let in. */
export async function revocation({ first, otherAs }: DistributedService): Promise<Seen> {
  const { body, headers } = await first<{ id: string; token: string }>('POST', '/v1/credentials', {
    name: 'Measured',
    capabilities: ['verify'],
  });
  const other = otherAs(body.token);
  await until(other, 'rec_example', 'active');
  // Either of the first two gateways may take the request, and one of them may not know the credential yet.
  const known = { [CONSISTENCY]: headers.get(CONSISTENCY) ?? '' };
  const reason = { reason: 'Measured.' };
  const sentAt = performance.now();
  const { status } = await first('POST', `/v1/credentials/${body.id}/revoke`, reason, known);
  if (status !== 200) throw new Error(`A revocation was answered ${status}.`);
  return since(sentAt, performance.now(), await until(other, 'rec_example', 'credential.revoked'));
}

/** One verification at the other gateway, whose time every figure contains. */
export async function verification({ other }: DistributedService): Promise<Seen> {
  const sentAt = performance.now();
  return since(sentAt, sentAt, await until(other, 'rec_example', 'active'));
}

function since(sentAt: number, answeredAt: number, seenAt: number): Seen {
  return { fromSending: seenAt - sentAt, fromAnswer: seenAt - answeredAt };
}

interface Verified {
  evidence?: { state: string };
  error?: { code: string };
}

/** Verifies a record until its state, or the error, is the one that is waited for; answers the moment of that answer. */
async function until(ask: Ask, recordId: string, wanted: string): Promise<number> {
  const over = performance.now() + PATIENCE;
  for (;;) {
    const { body } = await ask<Verified>('POST', '/v1/records/verify', { record_id: recordId });
    const now = performance.now();
    if ((body.evidence?.state ?? body.error?.code) === wanted) return now;
    if (now > over) throw new Error(`${wanted} did not come within ${PATIENCE} ms.`);
    await pause(LOOK_EVERY);
  }
}
