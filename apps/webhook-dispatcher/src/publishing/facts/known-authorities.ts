import type { RecordedEvent } from '@service/event-store';
import {
  findAuthorityElementFault,
  type AuthorityElementContent,
  type AuthorityReference,
  type SignedElement,
} from '@service/evidence';
import type { AuthorityElements } from './event-facts.js';
import { KnownStreams } from './known-streams.js';
import { openRecorded } from './open-element.js';

/** Authorities that are kept in memory. */
const CAPACITY = 2_000;
/** Elements of one that are kept in memory between batches. */
const ELEMENTS_KEPT = 32;

class KnownAuthority implements AuthorityElements {
  readonly elements = new Map<number, SignedElement<AuthorityElementContent>>();
  private last: SignedElement<AuthorityElementContent> | undefined;

  at(version: number): SignedElement<AuthorityElementContent> | undefined {
    return this.elements.get(version);
  }

  get newest(): SignedElement<AuthorityElementContent> {
    return this.last as SignedElement<AuthorityElementContent>;
  }

  get version(): number {
    return this.last?.content.sequence ?? 0;
  }

  take(element: SignedElement<AuthorityElementContent>): void {
    const { sequence } = element.content;
    this.elements.set(sequence, element);
    if (sequence >= this.version) this.last = element;
  }
}

/** Elements of authorities by id and version, kept between batches: an authority stands behind many records. */
export class KnownAuthorities {
  private readonly known = new KnownStreams<KnownAuthority>(CAPACITY);

  get(id: string): AuthorityElements | undefined {
    const known = this.known.get(id);
    return known === undefined || known.version === 0 ? undefined : known;
  }

  /**
   * The versions after which the log must be read for some elements, and whatever came after them, to be known.
   * What is kept with another digest than the one that is named is read again.
   */
  missing(named: readonly Pick<AuthorityReference, 'id' | 'version' | 'digest'>[]): Map<string, number> {
    const after = new Map<string, number>();
    for (const { id, version, digest } of named) {
      const known = this.known.get(id);
      const isKept = known?.at(version)?.digest === digest;
      const from = isKept ? known.version : version - 1;
      after.set(id, Math.min(after.get(id) ?? from, from));
    }
    return after;
  }

  /** Takes what was read; a row that was changed behind the log's back says nothing. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const element = openRecorded<AuthorityElementContent>(event, 'authority_id');
      if (element === null || findAuthorityElementFault(undefined, element) === 'element.form') continue;
      const known = this.known.get(event.stream_id) ?? new KnownAuthority();
      known.take(element);
      this.known.set(event.stream_id, known);
    }
  }

  /** Forgets what no batch needs any more. */
  trim(): void {
    this.known.trim();
    for (const [, { elements }] of this.known.entries()) {
      for (const version of elements.keys()) {
        if (elements.size <= ELEMENTS_KEPT) break;
        elements.delete(version);
      }
    }
  }

  clear(): void {
    this.known.clear();
  }
}
