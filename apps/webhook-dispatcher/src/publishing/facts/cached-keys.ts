import { foldKey, type KeySnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import {
  findKeyChainFault,
  keySubjectId,
  type KeyElementContent,
  type PublishedKey,
  type SignedElement,
} from '@service/evidence';
import { openRecorded } from './open-element.js';

interface CachedKey {
  snapshot: KeySnapshot | undefined;
  elements: SignedElement<KeyElementContent>[];
}

/** The published keys that elements are signed with, by id. There are few, so none is dropped. */
export class CachedKeys {
  private readonly cached = new Map<string, CachedKey>();

  get(keyId: string): PublishedKey | undefined {
    return this.cached.get(keySubjectId(keyId))?.snapshot;
  }

  /** The versions after which to read the log to bring all cached keys up to date. */
  versions(): Map<string, number> {
    return new Map([...this.cached].map(([id, { elements }]) => [id, elements.length]));
  }

  /** The versions after which to read the log for those of the given keys that are not cached yet. */
  unknown(keyIds: Iterable<string>): Map<string, number> {
    const ids = [...keyIds].map(keySubjectId).filter((id) => !this.cached.has(id));
    return new Map(ids.map((id) => [id, 0]));
  }

  /** Caches the elements of events, except those that do not continue a valid chain. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const element = openRecorded<KeyElementContent>(event, 'key_id');
      const before = this.cached.get(event.stream_id);
      if (element === null || event.version !== (before?.elements.length ?? 0) + 1) continue;
      const elements = [...(before?.elements ?? []), element];
      if (findKeyChainFault(elements) !== null) continue;
      const snapshot = foldKey(before?.snapshot, element.content);
      this.cached.set(event.stream_id, { snapshot, elements });
    }
  }

  clear(): void {
    this.cached.clear();
  }
}
