import {
  POSITION_LAG,
  canonicalJson,
  digestBytes,
  digestText,
  firstSlot,
  nextSlot,
  sameHash,
  type Digest,
  type JsonValue,
} from '@service/evidence';
import { alarm, news, type Finding } from './finding.js';
import type { StoredLog } from './stored-log.js';

/** The members of an element that are read; its digest covers the others. */
export interface GivenElement {
  subjectId: string;
  sequence: number;
  salt: string;
  previous: Digest | null;
  digest: Digest;
  occurredAt: string;
}

/** A given answer's claim that an element was its subject's newest at a size of the log. */
export interface NewestClaim {
  subjectId: string;
  sequence: number;
  /** Origin of the log that the answer is about. */
  origin: string;
  asOf: number;
  /** Time of that size by the answer, in milliseconds since 1970. */
  at: number;
  /** Names the answer. */
  by: string;
}

/** Milliseconds until an element must be in the served log. */
const ON_ITS_WAY = 60_000;

/** Given elements that the log must hold. */
export class GivenElements {
  private readonly subjects = new Map<string, Map<number, GivenElement>>();
  private readonly claims: NewestClaim[] = [];
  private readonly altered: Finding[] = [];

  get count(): number {
    return [...this.subjects.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Adds a shown element; null if it is malformed. @param where names its source. */
  add(shown: { [name: string]: JsonValue }, where: string): GivenElement | null {
    const element = read(shown);
    if (element === null) return null;
    const { subjectId, sequence } = element;
    const name = `${where}: element ${sequence} of ${subjectId}`;
    if (shown['digest'] !== undefined && shown['digest'] !== element.digest) {
      this.altered.push(alarm('element.altered', `${name} does not match its digest.`));
      return null;
    }
    const chain = this.subjects.get(subjectId) ?? new Map<number, GivenElement>();
    const other = chain.get(sequence);
    if (other !== undefined && other.digest !== element.digest) {
      this.altered.push(alarm('element.altered', `${name} is given twice with different contents.`));
      return null;
    }
    this.subjects.set(subjectId, chain.set(sequence, element));
    return element;
  }

  /** Adds an answer's claim about a subject's newest element. */
  claim(claim: NewestClaim): void {
    this.claims.push(claim);
  }

  /** Compares all given elements and claims with the log. @param slack milliseconds by which two clocks may differ. */
  check(log: StoredLog, origin: string, slack: number, now = Date.now()): Finding[] {
    const findings = [...this.altered];
    for (const [subjectId, chain] of this.subjects) {
      for (const element of chain.values()) {
        findings.push(...checkElement(element, slotOf(origin, element, chain), log, now));
      }
      const newest = chain.get(Math.max(...chain.keys())) as GivenElement;
      const successor = log.find(nextSlot(newest));
      if (successor !== null) {
        findings.push(
          news(
            'element.successor',
            `Element ${newest.sequence} of ${subjectId} has a successor, at index ${successor}.`,
          ),
        );
      }
    }
    return [...findings, ...this.claims.flatMap((claim) => this.checkClaim(claim, log, origin, slack))];
  }

  private checkClaim(claim: NewestClaim, log: StoredLog, origin: string, slack: number): Finding[] {
    const { subjectId, sequence, asOf, at, by } = claim;
    const chain = this.subjects.get(subjectId);
    const element = chain?.get(sequence);
    // A recovered log has other indices.
    if (chain === undefined || element === undefined || claim.origin !== origin) return [];
    const name = `${by}: element ${sequence} of ${subjectId}`;
    const successor = log.find(nextSlot(element));
    if (successor !== null && successor < asOf) {
      const text = `${name} was not the newest as of ${asOf}, its successor stands at index ${successor}.`;
      return [alarm('answer.contradicted', text)];
    }
    // Elements above the position may only be as recent as the answer, within the clock slack.
    const own = slotOf(origin, element, chain);
    const above = [
      { element, index: own === null ? null : log.find(own) },
      { element: chain.get(sequence + 1), index: successor },
    ];
    const old = above.find(
      (each) =>
        each.index !== null &&
        each.index >= asOf &&
        each.element !== undefined &&
        Date.parse(each.element.occurredAt) < at - POSITION_LAG - slack,
    );
    if (old?.element === undefined) return [];
    const text = `${name} is shown as of ${asOf} at ${new Date(at).toISOString()}, and element ${old.element.sequence} of ${old.element.occurredAt} stands at index ${old.index}.`;
    return [alarm('answer.stale', text)];
  }
}

function checkElement(
  { subjectId, sequence, digest, occurredAt }: GivenElement,
  slot: Uint8Array | null,
  log: StoredLog,
  now: number,
): Finding[] {
  const name = `Element ${sequence} of ${subjectId}`;
  if (slot === null) {
    return [news('not_checked', `${name} cannot be looked up without the previous element.`)];
  }
  const index = log.find(slot);
  if (index === null) {
    if (now - Date.parse(occurredAt) < ON_ITS_WAY) {
      return [news('not_checked', `${name} is too new to be expected in the log.`)];
    }
    return [alarm('element.missing', `${name} is not in the log of ${log.size} entries.`)];
  }
  if (sameHash(log.entryAt(index).subarray(32), digestBytes(digest))) return [];
  return [alarm('element.other', `${name} differs from the log's entry in its slot, at index ${index}.`)];
}

/** Slot of an element; null where the previous element is not given. */
function slotOf(
  origin: string,
  { subjectId, sequence, previous }: GivenElement,
  chain: ReadonlyMap<number, GivenElement>,
): Uint8Array | null {
  if (sequence === 1) return firstSlot(origin, subjectId);
  const before = chain.get(sequence - 1);
  return before === undefined || previous === null ? null : nextSlot({ salt: before.salt, digest: previous });
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const SALT = /^[A-Za-z0-9_-]{22}$/;

function read(shown: { [name: string]: JsonValue }): GivenElement | null {
  const { digest: _digest, signature: _signature, ...content } = shown;
  const { record_id, authority_id, key_id, sequence, salt, previous, occurred_at } = content;
  const subjectId = record_id ?? authority_id ?? (typeof key_id === 'string' ? `key_${key_id}` : null);
  if (content['format'] !== 'element/v1' || typeof subjectId !== 'string') return null;
  if (!Number.isSafeInteger(sequence) || typeof salt !== 'string' || !SALT.test(salt)) return null;
  if (previous !== null && (typeof previous !== 'string' || !DIGEST.test(previous))) return null;
  return {
    subjectId,
    sequence: sequence as number,
    salt,
    previous: previous as Digest | null,
    digest: digestText(canonicalJson(content)),
    occurredAt: typeof occurred_at === 'string' ? occurred_at : '',
  };
}
