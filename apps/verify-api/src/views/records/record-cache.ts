import type { KeyLookUp } from '@service/evidence';
import type { TableFollowing } from '@service/messaging';
import type { AskingCaller } from '../asking-caller.js';
import { RecentVersions } from '../recent-versions.js';
import type { StoredRecord } from './stored-record.js';

/** Milliseconds after which a cached row is stale, so that an edited one shows within 5 s. */
const FRESH_FOR = 4_000;

/** The progress of the view, the size of the log that receipts come from, what the view may not show yet, and published keys. */
export interface ReadView {
  tables: Pick<TableFollowing, 'progressSql' | 'beginReading' | 'announced'>;
  log: { readonly newestSize: number };
  ownWrites: {
    ofRecord(caller: AskingCaller, id: string): Promise<unknown> | null;
    ofProject(caller: AskingCaller): Promise<boolean> | null;
  };
  justWritten: { arrives(caller: AskingCaller, kind: 'record', id: string): Promise<boolean> };
  keyOf: KeyLookUp;
}

/** A record with the progress of view and log when it was read. */
export interface CachedRecord {
  record: StoredRecord;
  /** The view had all events of transactions below it. */
  horizon: bigint;
  /** Size of the log's newest tree before the read. */
  logSize: number;
}

const NOT_ANNOUNCED = { from: 0n, below: 0n };

/**
 * The records that were read last. A row older than the cached or announced version is not cached.
 *
 * An answer as of a log position needs all events of transactions below `within`. A cached row is used only if it was
 * read after all of them, or if all later events were announced and none belongs to the record.
 */
export class RecordCache {
  view: ReadView | null = null;
  private readonly cached = new Map<string, CachedRecord>();
  private elements = 0;
  private readonly announcements = new RecentVersions();
  /** Number of calls of `clear`. */
  private generation = 0;

  /** @param capacity largest number of elements; a record counts as the length of its chain. */
  constructor(private readonly capacity: number) {}

  /** The record if it is cached and fresh. @param within the answer must include all events of transactions below it. */
  get(id: string, within: bigint, now = performance.now()): CachedRecord | null {
    const cached = this.cached.get(id);
    if (cached === undefined || isStale(cached, now)) return null;
    return this.showsAll(cached, within) && !this.lacksReceipt(cached) ? cached : null;
  }

  /** Call this before a read. It returns a function that caches what was read, unless the cache was cleared since. */
  beginRead(): (read: CachedRecord) => void {
    const { generation } = this;
    return (read) => {
      if (generation === this.generation) this.store(read);
    };
  }

  /** Call this when a record has a new version. @param transaction that wrote it; 0 where it is not known. */
  announced(id: string, version: number, transaction: bigint): void {
    const cached = this.cached.get(id);
    if (cached !== undefined && cached.record.snapshot.version < version) this.forget(cached);
    this.announcements.note(id, version, performance.now(), transaction);
  }

  clear(): void {
    this.generation += 1;
    this.cached.clear();
    this.elements = 0;
  }

  /** Whether a cached record has all events of transactions below `within`. */
  private showsAll({ horizon }: CachedRecord, within: bigint): boolean {
    if (horizon >= within) return true;
    const { from, below } = this.view?.tables.announced() ?? NOT_ANNOUNCED;
    return below >= within && horizon >= from && horizon > this.announcements.forgotten;
  }

  /** Whether a read may now find a receipt. */
  private lacksReceipt({ record, logSize }: CachedRecord): boolean {
    return record.receipt === null && this.view !== null && this.view.log.newestSize > logSize;
  }

  private store(read: CachedRecord): void {
    const { snapshot, loadedAt } = read.record;
    if (isStale(read, performance.now()) || snapshot.version < this.announcements.newest(snapshot.id)) return;
    const previous = this.cached.get(snapshot.id);
    if (previous !== undefined) {
      const { record } = previous;
      if (record.snapshot.version > snapshot.version || record.loadedAt > loadedAt) return;
      this.forget(previous);
    }
    this.cached.set(snapshot.id, read);
    this.elements += weightOf(read);
    for (const oldest of this.cached.values()) {
      if (this.elements <= this.capacity) break;
      this.forget(oldest);
    }
  }

  private forget(cached: CachedRecord): void {
    this.cached.delete(cached.record.snapshot.id);
    this.elements -= weightOf(cached);
  }
}

function isStale({ record }: CachedRecord, now: number): boolean {
  return now - record.loadedAt >= FRESH_FOR;
}

function weightOf({ record: { chain } }: CachedRecord): number {
  return Math.max(chain.length, 1);
}
