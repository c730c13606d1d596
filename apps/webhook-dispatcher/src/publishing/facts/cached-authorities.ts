import type { RecordedEvent } from '@service/event-store';
import {
  findAuthorityElementFault,
  type AuthorityElementContent,
  type AuthorityReference,
  type SignedElement,
} from '@service/evidence';
import type { AuthorityElements } from './event-facts.js';
import { CachedStreams } from './cached-streams.js';
import { openRecorded } from './open-element.js';

/** Cached authorities. */
const CAPACITY = 2_000;
/** Elements of one authority that are cached between batches. */
const ELEMENT_CAPACITY = 32;

class CachedAuthority implements AuthorityElements {
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

/** Elements of authorities by id and version, cached between batches because an authority has many records. */
export class CachedAuthorities {
  private readonly cached = new CachedStreams<CachedAuthority>(CAPACITY);

  get(id: string): AuthorityElements | undefined {
    const cached = this.cached.get(id);
    return cached === undefined || cached.version === 0 ? undefined : cached;
  }

  /**
   * The versions after which to read the log, so that the named elements and all later ones are cached. An element that
   * is cached with another digest is read again.
   */
  missing(named: readonly Pick<AuthorityReference, 'id' | 'version' | 'digest'>[]): Map<string, number> {
    const after = new Map<string, number>();
    for (const { id, version, digest } of named) {
      const cached = this.cached.get(id);
      const isCached = cached?.at(version)?.digest === digest;
      const from = isCached ? cached.version : version - 1;
      after.set(id, Math.min(after.get(id) ?? from, from));
    }
    return after;
  }

  /** Caches the elements of events, without rows that were tampered with. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const element = openRecorded<AuthorityElementContent>(event, 'authority_id');
      if (element === null || findAuthorityElementFault(undefined, element) === 'element.form') continue;
      const authority = this.cached.get(event.stream_id) ?? new CachedAuthority();
      authority.take(element);
      this.cached.set(event.stream_id, authority);
    }
  }

  /** Trims the cache. Call this between batches, which need all of their elements. */
  trim(): void {
    this.cached.trim();
    for (const [, { elements }] of this.cached.entries()) {
      for (const version of elements.keys()) {
        if (elements.size <= ELEMENT_CAPACITY) break;
        elements.delete(version);
      }
    }
  }

  clear(): void {
    this.cached.clear();
  }
}
