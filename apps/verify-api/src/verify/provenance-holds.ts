import {
  findIssuerSignatureFault,
  findSignatureFault,
  type AuthorityElementContent,
  type KeyLookUp,
  type SignedElement,
} from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';
import type { StoredRecord } from '../views/records/stored-record.js';

/** Whether a record's chain is complete and signed, and rests on signed elements of its authority. */
export function provenanceHolds(
  record: StoredRecord,
  authority: DirectoryAuthority,
  keyOf: KeyLookUp,
): boolean {
  return (
    record.verified(keyOf) &&
    namesDirectoryElements(record, authority) &&
    findSignatureFault(elementsReliedOn(record, authority), keyOf, record.isInForce) === null &&
    findIssuerSignatureFault(
      record.chain,
      ({ version }) => authority.elements[version - 1]?.content.public_key,
    ) === null
  );
}

/** Whether every transition names an element that the authority has in the directory. */
function namesDirectoryElements(record: StoredRecord, authority: DirectoryAuthority): boolean {
  return record.chain.every(({ content: { authority: named } }) => {
    return (
      named.id === authority.snapshot.id && authority.elements[named.version - 1]?.digest === named.digest
    );
  });
}

/** The elements of the authority that an answer rests on: those that the record's chain names, and the newest. */
export function elementsReliedOn(
  record: StoredRecord,
  { elements }: DirectoryAuthority,
): SignedElement<AuthorityElementContent>[] {
  const versions = new Set(record.authorityVersions).add(elements.length);
  return [...versions].flatMap((version) => elements[version - 1] ?? []);
}
