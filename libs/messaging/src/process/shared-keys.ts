import { KEY_PURPOSES, type KeyRing } from '@service/evidence';
import type { SharedKeys } from './key-holders.js';

/** The signing keys of each purpose separately, because a change may concern only one purpose. */
export function sharedSigningKeys(ring: KeyRing): SharedKeys[] {
  return KEY_PURPOSES.map((purpose) => {
    const ids = ring.all(purpose).map(({ keyId }) => keyId);
    return { setting: `SIGNING_KEYS_FILE (${purpose})`, ids: () => ids };
  });
}

/** Keys in a file with one key on each line. */
export function sharedLines(
  setting: 'PEPPER_FILE' | 'SEALING_KEYS_FILE',
  ids: () => readonly string[],
): SharedKeys {
  return { setting, ids };
}
