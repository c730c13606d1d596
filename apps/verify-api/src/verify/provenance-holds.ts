import { findIssuerSignatureFault, type KeyLookUp } from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { authorityHolds } from './authority-holds.js';

/** Whether a record's chain is complete and signed, and rests on signed elements of its authority that allowed it. */
export function provenanceHolds(
  record: StoredRecord,
  authority: DirectoryAuthority,
  keyOf: KeyLookUp,
): boolean {
  return (
    record.verified(keyOf) &&
    authorityHolds(authority, keyOf) &&
    record.restsOn(authority) &&
    findIssuerSignatureFault(
      record.chain,
      ({ version }) => authority.elements[version - 1]?.content.public_key,
    ) === null
  );
}
