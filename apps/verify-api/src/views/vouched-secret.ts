import type { CredentialEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';

export const VOUCHED_SECRET = 'vouched-secret/v1';

/** Stored beside the event of a secret of release 0.1.0: the upgrade's code over the secret and its terms. */
export interface VouchingCode {
  format: typeof VOUCHED_SECRET;
  value: string;
}

/** The upgrade's code for the secret with this key id; null if the event has none, or is about another secret. */
export function vouchedBy({ data, companion }: RecordedEvent, keyId: string): string | null {
  const event = data as CredentialEvent;
  if (!('secret' in event) || event.secret.key_id !== keyId) return null;
  const code = companion?.signature as Partial<VouchingCode> | null | undefined;
  return code?.format === VOUCHED_SECRET && typeof code.value === 'string' ? code.value : null;
}
