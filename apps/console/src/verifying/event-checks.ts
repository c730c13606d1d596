import {
  canonicalJson,
  digestReason,
  digestText,
  findSignatureFault,
  type KeyLookUp,
  type SignedElement,
} from '@service/evidence';
import type { Schemas } from '../api/client.js';
import type { EventCheck } from './messages.js';

type Event = Schemas['Event'];

type Element = Record<string, unknown> & Pick<SignedElement<object>, 'digest' | 'signature'>;

/** Facts about the event's element that verified evidence of a record proves. */
export interface Proof {
  /** A check that failed; null where the evidence holds. */
  failed: string | null;
  /** The keys that it proves to be in the log. */
  keyOf: KeyLookUp;
  /** Digests of all elements of a record or an authority, oldest first; empty if the evidence does not show it. */
  digestsOf: (subjectId: string) => readonly string[];
}

/**
 * Checks the one element that an event carries as evidence.
 * @param proof evidence of a record whose chains have the element and whose keys signed it; null where there is none.
 * @returns no checks for an event without an element.
 */
export function checkEvent(event: Event, proof: Proof | null): EventCheck[] {
  const [element] = ((event.evidence.provenance as { chain?: unknown[] }).chain ?? []) as Element[];
  if (element === undefined) return [];
  const { digest, signature: _, ...content } = element;
  return [
    check('Digest', digest === digestOf(content), {
      passed: 'The element’s digest is that of its content.',
      failed: 'The element’s content does not match its digest.',
    }),
    signatureCheck(element, content, proof),
    check('Event', isAbout(event, content), {
      passed: 'The element is of this event: its id, type, subject, version, state and time.',
      failed: 'The element does not match the event.',
    }),
    reasonCheck(event, content),
    chainCheck(event, digest, proof),
  ];
}

function signatureCheck(element: Element, content: object, proof: Proof | null): EventCheck {
  const { digest, signature } = element;
  if (proof?.keyOf(signature?.key_id ?? '') === undefined)
    return open('Signature', 'No evidence at hand proves the key that signed it.');
  const signed = { content, text: '', digest, signature } as unknown as SignedElement<{
    occurred_at: string;
  }>;
  return check('Signature', findSignatureFault([signed], proof.keyOf) === null, {
    passed: 'A provenance key signed the digest, and the log that this browser pinned has that key.',
    failed: 'The signature is not one of the key that it names, or that key was compromised by then.',
  });
}

function chainCheck({ subject }: Event, digest: string, proof: Proof | null): EventCheck {
  if (proof === null)
    return open(
      'Chain',
      'An event alone does not show what came before and after, and no evidence is at hand.',
    );
  if (proof.failed !== null) {
    return { name: 'Chain', outcome: 'failed', says: `The evidence of the record fails at ${proof.failed}.` };
  }
  const digests = proof.digestsOf(subject.id);
  if (digests.length < subject.version)
    return open('Chain', 'The evidence at hand does not reach this version.');
  return check('Chain', digests[subject.version - 1] === digest, {
    passed: 'The element is part of the subject’s chain, which the log that this browser pinned has.',
    failed: 'The chain that the log has holds another element at this version.',
  });
}

function open(name: string, says: string): EventCheck {
  return { name, outcome: 'open', says };
}

function check(name: string, holds: boolean, says: { passed: string; failed: string }): EventCheck {
  const outcome = holds ? 'passed' : 'failed';
  return { name, outcome, says: says[outcome] };
}

function digestOf(content: object): string | null {
  try {
    return digestText(canonicalJson(content));
  } catch {
    return null;
  }
}

function isAbout(
  { id, type, subject, state, occurred_at }: Event,
  content: Record<string, unknown>,
): boolean {
  const subjectId = content['record_id'] ?? content['authority_id'];
  return (
    content['event_id'] === id &&
    content['type'] === type &&
    subjectId === subject.id &&
    content['sequence'] === subject.version &&
    content['state'] === state &&
    content['occurred_at'] === occurred_at
  );
}

function reasonCheck({ reason, reason_salt }: Event, content: Record<string, unknown>): EventCheck {
  const stated = content['reason_digest'];
  if (reason === undefined || reason_salt === undefined) {
    const says =
      stated === null || stated === undefined
        ? 'No reason was given.'
        : 'A reason was given, and is not here: it was erased.';
    return open('Reason', says);
  }
  return check('Reason', digestReason(reason_salt, reason) === stated, {
    passed: 'The reason is the one that was given.',
    failed: 'The reason does not match its digest.',
  });
}
