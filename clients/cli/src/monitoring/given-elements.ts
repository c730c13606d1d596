import {
  POSITION_LAG,
  canonicalJson,
  digestBytes,
  digestText,
  firstSlot,
  nextSlot,
  placeName,
  sameHash,
  subjectOf,
  type Digest,
  type JsonValue,
} from '@service/evidence';
import { largestOf } from '../largest-of.js';
import { alarm, news, type Finding } from './finding.js';
import type { StoredLog } from './stored-log.js';
import type { StoredCheckpoint } from './seen-checkpoints.js';

/** The members of an element that are read; its digest covers the others. */
export interface GivenElement {
  subjectId: string;
  sequence: number;
  salt: string;
  previous: Digest | null;
  digest: Digest;
  /** What its first slot is of. */
  subject: string;
  occurredAt: string;
}

/** A given answer's claim that an element was its subject's newest at a size of the log. */
export interface NewestClaim {
  subjectId: string;
  sequence: number;
  /** Origin of the log that the answer is about. */
  origin: string;
  asOf: number;
  /** When the log had that size, according to the answer, in milliseconds since 1970. */
  at: number;
  /** Names the answer. */
  by: string;
}

/** A given answer's promise that an element is in the log by a time. */
export interface LogPromise {
  subjectId: string;
  sequence: number;
  /** Origin of the log that the answer is about. */
  origin: string;
  /** Milliseconds since 1970. */
  loggedBy: number;
  /** Names the answer, which proves the promise. */
  by: string;
}

/** Milliseconds until an element must be in the served log of which no answer says when. */
const ON_ITS_WAY = 60_000;

/** Given elements that the log must hold. */
export class GivenElements {
  private readonly subjects = new Map<string, Map<number, GivenElement>>();
  private readonly claims: NewestClaim[] = [];
  private readonly promises: LogPromise[] = [];
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

  /** Adds an answer's promise about a subject's newest element. */
  promise(promise: LogPromise): void {
    this.promises.push(promise);
  }

  /**
   * Compares all given elements, claims and promises with the log.
   * @param seen checkpoints that the log served.
   * @param slack milliseconds by which two clocks may differ.
   */
  check(
    log: StoredLog,
    origin: string,
    seen: readonly StoredCheckpoint[],
    slack: number,
    now = Date.now(),
  ): Finding[] {
    const findings = [...this.altered];
    const promised = this.latestPromises();
    for (const [subjectId, chain] of this.subjects) {
      for (const element of chain.values()) {
        const { sequence, occurredAt } = element;
        const promise = promised.get(placeName(subjectId, sequence)) ?? 0;
        const until = Math.max(Date.parse(occurredAt) + ON_ITS_WAY, promise);
        findings.push(...checkElement(element, slotOf(origin, element, chain), log, now, until));
      }
      const newest = chain.get(largestOf([...chain.keys()])) as GivenElement;
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
    return [
      ...findings,
      ...this.claims.flatMap((claim) => this.checkClaim(claim, log, origin, slack)),
      ...this.promises.flatMap((promise) => this.checkPromise(promise, log, origin, seen, now - slack)),
    ];
  }

  /** The latest time that an answer promised for each element, in milliseconds since 1970, by `placeName`. */
  private latestPromises(): Map<string, number> {
    const latest = new Map<string, number>();
    for (const { subjectId, sequence, loggedBy } of this.promises) {
      const name = placeName(subjectId, sequence);
      latest.set(name, Math.max(latest.get(name) ?? 0, loggedBy));
    }
    return latest;
  }

  /** @param now the earliest time that it can be. */
  private checkPromise(
    { subjectId, sequence, origin: promised, loggedBy, by }: LogPromise,
    log: StoredLog,
    origin: string,
    seen: readonly StoredCheckpoint[],
    now: number,
  ): Finding[] {
    const chain = this.subjects.get(subjectId);
    const element = chain?.get(sequence);
    if (chain === undefined || element === undefined || promised !== origin) return [];
    const slot = slotOf(origin, element, chain);
    if (slot === null) return [];
    const until = new Date(loggedBy).toISOString();
    const name = `${by}: element ${sequence} of ${subjectId}`;
    const index = log.find(slot);
    if (index === null) {
      if (now <= loggedBy) return [];
      const text = `${name} was promised in the log by ${until}, and is not there; the signed answer proves the promise.`;
      return [alarm('answer.unlogged', text)];
    }
    const last = largestOf(
      seen.filter(({ checkpoint: { size } }) => size <= index).map(({ knownSince }) => knownSince),
    );
    if (last <= loggedBy) return [];
    const text = `${name} was promised in the log by ${until}, and is late: the log was without it at ${new Date(last).toISOString()}.`;
    return [news('element.late', text)];
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
    // Elements above the position must be as recent as the answer, within the clock slack.
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
  { subjectId, sequence, digest }: GivenElement,
  slot: Uint8Array | null,
  log: StoredLog,
  now: number,
  until: number,
): Finding[] {
  const name = `Element ${sequence} of ${subjectId}`;
  if (slot === null) {
    return [news('not_checked', `${name} cannot be looked up without the previous element.`)];
  }
  const index = log.find(slot);
  if (index === null) {
    if (now < until) {
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
  { sequence, previous, subject }: GivenElement,
  chain: ReadonlyMap<number, GivenElement>,
): Uint8Array | null {
  if (sequence === 1) return firstSlot(origin, subject);
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
    subject: subjectOf(subjectId, content),
    occurredAt: typeof occurred_at === 'string' ? occurred_at : '',
  };
}
