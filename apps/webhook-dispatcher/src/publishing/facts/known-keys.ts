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

interface KnownKey {
  snapshot: KeySnapshot | undefined;
  elements: SignedElement<KeyElementContent>[];
}

/** The published keys that elements are signed by, few as they are, by their ids. */
export class KnownKeys {
  private readonly known = new Map<string, KnownKey>();

  get(keyId: string): PublishedKey | undefined {
    return this.known.get(keySubjectId(keyId))?.snapshot;
  }

  /** The versions after which the log must be read for all keys that are known to be as they are now. */
  versions(): Map<string, number> {
    return new Map([...this.known].map(([id, { elements }]) => [id, elements.length]));
  }

  /** The same for those of some ids that nobody has asked for yet. */
  unknown(keyIds: Iterable<string>): Map<string, number> {
    const ids = [...keyIds].map(keySubjectId).filter((id) => !this.known.has(id));
    return new Map(ids.map((id) => [id, 0]));
  }

  /** Takes what was read. Elements that do not make a sound chain say nothing of a key. */
  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const element = openRecorded<KeyElementContent>(event, 'key_id');
      const before = this.known.get(event.stream_id);
      if (element === null || event.version !== (before?.elements.length ?? 0) + 1) continue;
      const elements = [...(before?.elements ?? []), element];
      if (findKeyChainFault(elements) !== null) continue;
      const snapshot = foldKey(before?.snapshot, element.content);
      this.known.set(event.stream_id, { snapshot, elements });
    }
  }

  clear(): void {
    this.known.clear();
  }
}
