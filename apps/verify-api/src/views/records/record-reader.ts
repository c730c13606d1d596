import { UnavailableError, isStorable } from '@service/contracts';
import type { KeyLookUp } from '@service/evidence';
import type { TableFollowing } from '@service/messaging';
import { Batcher } from '@service/platform/batching';
import type { Pool } from 'pg';
import { SlotsByKey } from '../../infrastructure/slots-by-key.js';
import { RecentVersions } from '../recent-versions.js';
import type { AskingCaller } from '../asking-caller.js';
import { RecordOpener } from './record-opener.js';
import type { StoredRecord } from './stored-record.js';
import { lookUpRecords, type LookUpRequest, type LookUpResults } from './look-up-records.js';
import { readRecords } from './read-records.js';
import type { Receipts } from './receipts.js';

/** Milliseconds after which a cached row is stale, so that an edited one shows within 5 s. */
const FRESH_FOR = 4_000;
/** Largest number of cached elements, at about 10 KB each; a record counts as the length of its chain. */
const CAPACITY = 20_000;

/** Elements from which on a record is long, and largest number of long records that are known to be. */
const [LONG, MOST_LONG] = [64, 10_000];
/** Long records that one query reads, and that a project reads at a time. */
const [LONG_OF_QUERY, LONG_OF_PROJECT] = [2, 2];

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
interface CachedRecord {
  record: StoredRecord;
  /** The view had all events of transactions below it. */
  horizon: bigint;
  /** Size of the log's newest tree before the read. */
  logSize: number;
}

/** A record that a query has found. The others of the query do not wait until it is opened. */
interface Opening {
  opened: Promise<CachedRecord | null>;
}

/** An id that no record can have: all are longer. */
const NO_ID = 'rec_';
const NOT_ANNOUNCED = { from: 0n, below: 0n };

/**
 * Reads records for verification, from a cache where possible. Cache misses in the same turn of the event loop share
 * one query, and projects take turns to open what it found. Long records are read apart, so that no other waits for them. A row
 * older than the cached or announced version is returned, but not cached.
 *
 * An answer as of a log position needs all events of transactions below `within`. A cached row is used only if it was
 * read after all of them, or if all later events were announced and none belongs to the record.
 */
export class RecordReader {
  private readonly cache = new Map<string, CachedRecord>();
  private cachedElements = 0;
  private readonly announcements = new RecentVersions();
  private readonly loads: Batcher<string, Opening>;
  private readonly longLoads: Batcher<string, Opening>;
  private readonly longReads = new SlotsByKey(LONG_OF_PROJECT);
  /** Reads under way, by caller and asked id. */
  private readonly reading = new Map<string, Promise<unknown>>();
  /** Ids of records that were long when they were read. */
  private readonly long = new Set<string>();
  private view: ReadView | null = null;
  /** Number of calls of `clear`. */
  private generation = 0;

  constructor(
    private readonly pool: Pool,
    private readonly opener = new RecordOpener(),
    private readonly capacity = CAPACITY,
    /** Without them, no record has a receipt. */
    private readonly receipts: Pick<Receipts, 'prove'> | null = null,
  ) {
    const load = (ids: string[]) => this.load(ids);
    this.loads = new Batcher(load, { maxBatch: 200, maxInFlight: 4 });
    this.longLoads = new Batcher(load, { maxBatch: LONG_OF_QUERY, maxInFlight: 4 });
  }

  /** Sets the view and the log that records are read from. */
  readsFrom(view: ReadView): void {
    this.view = view;
  }

  /**
   * The record if it is cached and fresh, without a promise.
   * @param within the answer must include all events of transactions below it.
   */
  peek(id: string, within = 0n, now = performance.now()): StoredRecord | null {
    const cached = this.cache.get(id);
    if (cached === undefined || now - cached.record.loadedAt >= FRESH_FOR) return null;
    return this.showsAll(cached, within) && !this.lacksReceipt(cached) ? cached.record : null;
  }

  /** The record, from the cache or the view; null if it does not exist.
   *  @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`. */
  async find(id: string, within = 0n, now = performance.now()): Promise<StoredRecord | null> {
    return this.peek(id, within, now) ?? this.read(id, within);
  }

  /**
   * The record, if the caller may read it. For a cached record of another caller, an id that no record has is looked up
   * instead, so that the refusal takes as long as for a record that does not exist. It waits for what was written a moment
   * ago, or registered through another replica.
   * @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`, or does not show
   * such a record within three seconds.
   */
  async findFor(
    caller: AskingCaller,
    id: string,
    within = 0n,
    now = performance.now(),
  ): Promise<StoredRecord | null> {
    const cached = this.peek(id, within, now);
    if (cached?.belongsTo(caller) === true) return cached;
    await this.view?.ownWrites.ofRecord(caller, id);
    const record = await this.readOnce(caller, id, within, cached === null ? id : NO_ID);
    if (record?.belongsTo(caller) === true) return record;
    return (await this.view?.justWritten.arrives(caller, 'record', id)) === true
      ? this.readFor(caller, id, within)
      : null;
  }

  /**
   * The record as the view has it now, past the cache, if the caller may read it.
   * @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`.
   */
  async readFor(caller: AskingCaller, id: string, within: bigint): Promise<StoredRecord | null> {
    await this.view?.ownWrites.ofRecord(caller, id);
    const record = await this.readInSlot(caller, id, within);
    return record?.belongsTo(caller) === true ? record : null;
  }

  /**
   * Looks up records of the caller's project, once the view shows what this gateway has written there.
   * @param within the view must have all events of transactions below it.
   * @throws ServiceError `service.unavailable` where it lacks some, and so cannot tell that a record does not exist.
   */
  async lookUp(
    caller: AskingCaller & { projectId: string },
    requests: readonly LookUpRequest[],
    within: bigint,
    now: Date,
  ): Promise<LookUpResults['matches']> {
    const isShown = (await this.view?.ownWrites.ofProject(caller)) ?? true;
    const tables = this.view?.tables;
    const horizonOf = tables?.beginReading();
    const progressSql = tables?.progressSql ?? 'NULL::text';
    const { matches, progress } = await lookUpRecords(
      this.pool,
      caller.projectId,
      requests,
      progressSql,
      now,
    );
    const reached = progress === null ? 0n : (horizonOf?.(progress) ?? 0n);
    if (reached < within) {
      throw new UnavailableError({ cause: 'look_up_behind', reached: `${reached}`, needed: `${within}` });
    }
    // What was not found may be what this gateway has just written.
    if (!isShown && matches.includes(null))
      throw new UnavailableError({ cause: 'versions_not_shown', ids: [] });
    return matches;
  }

  /** Call this when a record has a new version, whether or not the view shows it.
   *  @param transaction that wrote it; 0 where the version is not known from the event log. */
  announced(id: string, version: number, transaction = 0n): void {
    const cached = this.cache.get(id);
    if (cached !== undefined && cached.record.snapshot.version < version) this.forget(cached);
    this.announcements.note(id, version, performance.now(), transaction);
  }

  /** Call this when the view was rebuilt: it empties the cache, and keeps reads under way out of it. */
  clear(): void {
    this.generation += 1;
    this.cache.clear();
    this.cachedElements = 0;
  }

  /**
   * Reads a record, unless it is read for such a caller already: what was read then counts as cached. Others wait for nothing that
   * they may not know of.
   * @param id what the caller asked for. @param wanted what is looked up for it.
   */
  private async readOnce(
    caller: AskingCaller,
    id: string,
    within: bigint,
    wanted: string,
  ): Promise<StoredRecord | null> {
    const key = [caller.projectId, id, ...(caller.authorities ?? ['*'])].join(' ');
    const before = this.reading.get(key);
    if (before !== undefined) {
      await before.catch(() => null);
      const cached = this.peek(id, within);
      if (cached?.belongsTo(caller) === true) return cached;
    }
    const read = this.readInSlot(caller, wanted, within);
    this.reading.set(key, read);
    return read.finally(() => {
      if (this.reading.get(key) === read) this.reading.delete(key);
    });
  }

  /** Reads a record, of the long ones only a few of a project at a time. */
  private readInSlot({ projectId }: AskingCaller, id: string, within: bigint): Promise<StoredRecord | null> {
    const read = () => this.read(id, within);
    return this.long.has(id) ? this.longReads.run(projectId ?? '', read) : read();
  }

  private async read(id: string, within: bigint): Promise<StoredRecord | null> {
    if (!isStorable(id)) return null;
    const { opened } = await (this.long.has(id) ? this.longLoads : this.loads).submit(id);
    const cached = await opened;
    if (cached !== null && cached.horizon < within) {
      const [reached, needed] = [`${cached.horizon}`, `${within}`];
      throw new UnavailableError({ cause: 'row_behind', record_id: id, reached, needed });
    }
    return cached?.record ?? null;
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

  private async load(ids: string[]): Promise<Opening[]> {
    const { view, generation } = this;
    const loadedAt = performance.now();
    const logSize = view?.log.newestSize ?? 0;
    const horizonOf = view?.tables.beginReading();
    const progressSql = view?.tables.progressSql ?? null;
    const rows = await readRecords(this.pool, [...new Set(ids)], progressSql);
    const horizons = rows.map(({ progress }) => (progress === null ? 0n : (horizonOf?.(progress) ?? 0n)));
    const receipts = (await this.receipts?.prove(rows.map(({ place }) => place))) ?? [];
    const isAlone = rows.length === 1;
    const found = new Map<string, Opening>();
    for (const [index, { row }] of rows.entries()) {
      if (row.elements.length >= LONG) this.noteLong(row.id);
      const whole = { ...row, receipt: receipts[index] ?? null };
      const record = this.opener.open(whole, loadedAt, isAlone, view?.keyOf ?? null);
      const opened = record.then((record) => {
        const cached = { record, horizon: horizons[index] ?? 0n, logSize };
        if (generation === this.generation) this.store(cached);
        return cached;
      });
      found.set(row.id, { opened });
    }
    return ids.map((id) => found.get(id) ?? { opened: Promise.resolve(null) });
  }

  private noteLong(id: string): void {
    this.long.add(id);
    const [oldest] = this.long;
    if (this.long.size > MOST_LONG) this.long.delete(oldest as string);
  }

  private store(cached: CachedRecord): void {
    const { id, version } = cached.record.snapshot;
    const previous = this.cache.get(id);
    if (previous !== undefined && previous.record.snapshot.version > version) return;
    if (version < this.announcements.newest(id)) return;
    if (previous !== undefined) this.forget(previous);
    this.cache.set(id, cached);
    this.cachedElements += weightOf(cached);
    for (const oldest of this.cache.values()) {
      if (this.cachedElements <= this.capacity) break;
      this.forget(oldest);
    }
  }

  private forget(cached: CachedRecord): void {
    this.cache.delete(cached.record.snapshot.id);
    this.cachedElements -= weightOf(cached);
  }
}

function weightOf({ record: { chain } }: CachedRecord): number {
  return Math.max(chain.length, 1);
}
