import type { AuthorityElementContent } from '../elements/authority-element.js';
import {
  elementSignatureIsOf,
  findSignatureFault,
  type KeyLookUp,
  type SignedElement,
} from '../elements/element-signature.js';
import { findIssuerSignatureFault } from '../elements/issuer-statement.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { AuthorityReference, RecordElementContent } from '../elements/record-element.js';
import { RECORD_TRANSITIONS } from '../elements/record-transitions.js';
import { elementNamed } from './authority-checks.js';
import type { SignedChain, SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';

/** Every element is signed with a published provenance key that was not compromised at the time. */
export function checkSignatures(
  chains: readonly SubjectChain<{ occurred_at: string }>[],
  keyOf: KeyLookUp,
): Passed<null> {
  for (const chain of chains) {
    const signed = signedIn(chain);
    const fault = findSignatureFault(signed, keyOf);
    if (fault !== null) throw badSignature(chain, signed, fault.sequence - 1);
  }
  return passed(chains);
}

/**
 * Every element of a key is signed with a published provenance key, even a compromised one: the element that declares a
 * key compromised may have that key's own signature.
 */
export function checkKeySignatures(
  chains: readonly SignedChain<KeyElementContent>[],
  keyOf: KeyLookUp,
): Passed<null> {
  for (const chain of chains) {
    const signed = signedIn(chain);
    const index = signed.findIndex(
      (element) => !elementSignatureIsOf(element, keyOf(element.signature?.key_id ?? '')),
    );
    if (index >= 0) throw badSignature(chain, signed, index);
  }
  return passed(chains);
}

function signedIn<Content>({ elements, shown }: SignedChain<Content>): SignedElement<Content>[] {
  return elements.map((element, index) => ({ ...element, signature: shown[index]?.signature ?? null }));
}

function badSignature(
  { subjectId }: Pick<SignedChain<unknown>, 'subjectId'>,
  signed: readonly SignedElement<unknown>[],
  index: number,
): CheckFailed {
  const why = signed[index]?.signature === null ? 'it is not signed' : 'its signature is not good';
  return new CheckFailed(why, `element ${index + 1} of ${subjectId}`);
}

function passed(chains: readonly SignedChain<unknown>[]): Passed<null> {
  return new Passed(null, `${chains.reduce((sum, { elements }) => sum + elements.length, 0)} signatures`);
}

/**
 * What an authority with its own key says about a record has its signature over that place in the history. The project
 * alone may suspend and revoke: that is reported, and no failure.
 */
export function checkIssuerSignatures(
  records: readonly SubjectChain<RecordElementContent>[],
  authorities: readonly SubjectChain<AuthorityElementContent>[],
): Passed<null> {
  const keyOf = (named: AuthorityReference) => elementNamed(named, authorities)?.public_key;
  const stops: string[] = [];
  let signed = 0;
  for (const { elements, subjectId } of records) {
    const fault = findIssuerSignatureFault(elements, keyOf);
    if (fault !== null) {
      throw new CheckFailed('its issuer did not sign it so', `element ${fault.sequence} of ${subjectId}`);
    }
    for (const { content } of elements) {
      if (content.issuer_signature !== null) signed += 1;
      else if (isStop(content) && (keyOf(content.authority) ?? null) !== null) {
        stops.push(`element ${content.sequence} of ${subjectId}`);
      }
    }
  }
  const said =
    stops.length === 0 ? '' : `; stopped by the project, not signed by the issuer: ${stops.join(', ')}`;
  return new Passed(null, `${signed} signatures of issuers${said}`);
}

function isStop({ type }: RecordElementContent): boolean {
  return RECORD_TRANSITIONS[type].issuer_signs === 'may';
}
