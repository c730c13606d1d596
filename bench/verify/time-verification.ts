import type { Ask } from '../ask.ts';
import { PATH } from './verification.ts';

/**
 * Verifies a record.
 * @returns the milliseconds until the answer; null where the service could not answer for the moment.
 */
export async function timeVerification(ask: Ask, record_id: string): Promise<number | null> {
  const startedAt = performance.now();
  const { status } = await ask('POST', PATH, { record_id });
  if (status === 503) return null;
  if (status !== 200) throw new Error(`A verification was answered ${status}.`);
  return performance.now() - startedAt;
}
