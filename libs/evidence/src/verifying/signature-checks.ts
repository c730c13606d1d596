import type { AuthorityElementContent } from '../authority-element.js';
import { findSignatureFault, type KeyLookUp } from '../element-signature.js';
import { findIssuerSignatureFault } from '../issuer-statement.js';
import type { RecordElementContent } from '../record-element.js';
import { elementNamed } from './authority-checks.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';

/** Every element is signed under a provenance key that is published and was not compromised by then. */
export function checkSignatures(
  chains: readonly SubjectChain<{ occurred_at: string }>[],
  keyOf: KeyLookUp,
): Passed<null> {
  let count = 0;
  for (const { kept, shown, subjectId } of chains) {
    const signed = kept.map((element, index) => ({ ...element, signature: shown[index]?.signature ?? null }));
    const fault = findSignatureFault(signed, keyOf);
    if (fault !== null) {
      const why =
        signed[fault.sequence - 1]?.signature === null ? 'it is not signed' : 'its signature is not good';
      throw new CheckFailed(why, `element ${fault.sequence} of ${subjectId}`);
    }
    count += signed.length;
  }
  return new Passed(null, `${count} signatures`);
}

/** What an authority with a key of its own registered and amended bears its signature. */
export function checkIssuerSignatures(
  records: readonly SubjectChain<RecordElementContent>[],
  authorities: readonly SubjectChain<AuthorityElementContent>[],
): Passed<null> {
  for (const { kept, subjectId } of records) {
    const fault = findIssuerSignatureFault(kept, (named) => elementNamed(named, authorities)?.public_key);
    if (fault !== null) {
      throw new CheckFailed('its issuer did not sign it so', `element ${fault.sequence} of ${subjectId}`);
    }
  }
  const count = records.flatMap(({ kept }) =>
    kept.filter(({ content }) => content.issuer_signature !== null),
  );
  return new Passed(null, `${count.length} signatures of issuers`);
}
