import {
  findIssuerSignatureFault,
  findSignatureFault,
  type AuthorityElementContent,
  type KeyLookUp,
  type SignedElement,
} from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';
import type { StoredRecord } from '../views/records/stored-record.js';

/** Whether a record's history is whole, signed, and decided on signed elements of its authority. */
export function provenanceHolds(
  record: StoredRecord,
  authority: DirectoryAuthority,
  keyOf: KeyLookUp,
): boolean {
  return (
    record.verified(keyOf) &&
    namesStoredElements(record, authority) &&
    findSignatureFault(elementsReliedOn(record, authority), keyOf) === null &&
    findIssuerSignatureFault(
      record.chain,
      ({ version }) => authority.elements[version - 1]?.content.public_key,
    ) === null
  );
}

/** Whether every transition was decided on an element of the authority that is kept here. */
function namesStoredElements(record: StoredRecord, authority: DirectoryAuthority): boolean {
  return record.chain.every(({ content: { authority: named } }) => {
    return (
      named.id === authority.snapshot.id && authority.elements[named.version - 1]?.digest === named.digest
    );
  });
}

/** The authority's elements that an answer about a record rests on: those that its history names, and the newest. */
export function elementsReliedOn(
  record: StoredRecord,
  { elements }: DirectoryAuthority,
): SignedElement<AuthorityElementContent>[] {
  const versions = new Set(record.authorityVersions).add(elements.length);
  return [...versions].flatMap((version) => elements[version - 1] ?? []);
}
