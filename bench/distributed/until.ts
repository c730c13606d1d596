import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../ask.ts';

/** Milliseconds between two looks, and after which what was waited for will not come. */
const LOOK_EVERY = 1;
const PATIENCE = 10_000;

interface Verified {
  evidence?: { state: string };
  error?: { code: string };
}

/** Verifies a record until its state, or the error, is the one that is waited for; answers the moment of that answer. */
export async function until(ask: Ask, recordId: string, wanted: string): Promise<number> {
  const over = performance.now() + PATIENCE;
  for (;;) {
    const { body } = await ask<Verified>('POST', '/v1/records/verify', { record_id: recordId });
    const now = performance.now();
    if ((body.evidence?.state ?? body.error?.code) === wanted) return now;
    if (now > over) throw new Error(`${wanted} did not come within ${PATIENCE} ms.`);
    await pause(LOOK_EVERY);
  }
}
