import type { ElementTerms } from '@service/event-store';
import { KeyRing, keySubjectId } from '@service/evidence';
import { LOG } from '../streams/own-log.js';

export const SAMPLE_KEYS = KeyRing.generate('2026-11-21T12:00:00.000Z');

const key = SAMPLE_KEYS.newest('provenance');
const asserted = { log: LOG, stream_id: keySubjectId(key.keyId), expected: 1 };

/** Log of the elements, and the key that signs them, as if it had been published. */
export const SAMPLE_TERMS: ElementTerms = {
  log: 'example.org/log/development',
  signer: { current: () => Promise.resolve({ key, asserted }) },
  lag: { requireLow: () => null },
};
