import { UnavailableError, isStorable } from '@service/contracts';
import type { TableFollowing } from '@service/messaging';
import { Batcher } from '@service/platform/batching';
import type { Pool } from 'pg';
import { RecentVersions } from '../recent-versions.js';
import type { AskingCaller } from '../asking-caller.js';
import { StoredRecord } from './stored-record.js';
import { readRecords } from './read-records.js';

/** Milliseconds after which a row in memory is read again, so that a changed one shows within 5 s. */
const FRESH_FOR = 4_000;
/** Elements cached in memory at the most, which take about 10 KB each; a record counts as its chain. */
const CAPACITY = 20_000;

/** How far the view is that records are read from, and the log that their receipts are from. */
export interface ReadView {
  tables: Pick<TableFollowing, 'progressSql' | 'beginReading' | 'announced'>;
  log: { readonly newestSize: number };
}

/** What is cached of a record, and how far it can be believed. */
interface CachedRecord {
  record: StoredRecord;
  /** Every event of transactions below it was in the view when it was read. */
  horizon: bigint;
  /** Size of the log's newest tree before it was read. */
  logSize: number;
}

/** Id of nothing: every record has a longer one. */
const NO_ID = 'rec_';
const NOT_ANNOUNCED = { from: 0n, below: 0n };

/**
 * Reads records for verification, from memory where it can. Look-ups that miss in the same turn of the event
 * loop are one query. A row older than what is cached or announced is answered, but not cached.
 *
 * Whoever answers as of a position of the log says within which transaction's id that is: a row in memory is then
 * answered only where it was read after all of them, or where everything since was announced and is not of it.
 */
export class RecordReader {
  private readonly cache = new Map<string, CachedRecord>();
  private cachedElements = 0;
  private readonly announcements = new RecentVersions();
  private readonly loads: Batcher<string, CachedRecord | null>;
  private view: ReadView | null = null;
  /** Counts the times that everything was forgotten. */
  private generation = 0;

  constructor(
    private readonly pool: Pool,
    private readonly capacity = CAPACITY,
  ) {
    this.loads = new Batcher((ids) => this.load(ids), { maxBatch: 200, maxInFlight: 4 });
  }

  /** Told what it reads from, once that is followed. */
  readsFrom(view: ReadView): void {
    this.view = view;
  }

  /**
   * The record if it is in memory and fresh: the way that costs no promise.
   * @param within every event of transactions below it must be in the answer.
   */
  peek(id: string, now: number, within = 0n): StoredRecord | null {
    const cached = this.cache.get(id);
    if (cached === undefined || now - cached.record.loadedAt >= FRESH_FOR) return null;
    return this.showsAll(cached, within) && !this.mayHaveReceipt(cached) ? cached.record : null;
  }

  /** The record, read from the view where need be; null where there is none.
   *  @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`. */
  async find(id: string, within = 0n, now = Date.now()): Promise<StoredRecord | null> {
    return this.peek(id, now, within) ?? this.read(id, within);
  }

  /**
   * The record, if the caller may know of it. One in memory that is somebody else's is looked up under an id
   * that nothing has, so that it takes as long to say no as for one that does not exist.
   * @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`.
   */
  async findFor(
    caller: AskingCaller,
    id: string,
    within = 0n,
    now = Date.now(),
  ): Promise<StoredRecord | null> {
    const cached = this.peek(id, now, within);
    if (cached?.belongsTo(caller) === true) return cached;
    const record = await this.read(cached === null ? id : NO_ID, within);
    return record?.belongsTo(caller) === true ? record : null;
  }

  /** Told that a record has a version, be it in the view already or not.
   *  @param transaction that wrote it; 0 where it was heard of otherwise than from the log. */
  announced(id: string, version: number, transaction = 0n): void {
    const cached = this.cache.get(id);
    if (cached !== undefined && cached.record.snapshot.version < version) this.forget(cached);
    this.announcements.note(id, version, Date.now(), transaction);
  }

  /** Forgets everything, and what is being read too: the view was rebuilt. */
  clear(): void {
    this.generation += 1;
    this.cache.clear();
    this.cachedElements = 0;
  }

  private async read(id: string, within: bigint): Promise<StoredRecord | null> {
    if (!isStorable(id)) return null;
    const cached = await this.loads.submit(id);
    if (cached !== null && cached.horizon < within) {
      const [reached, needed] = [`${cached.horizon}`, `${within}`];
      throw new UnavailableError({ cause: 'row_behind', record_id: id, reached, needed });
    }
    return cached?.record ?? null;
  }

  /** Whether everything below a transaction is in what is cached: it was read so, or nothing of it was announced since. */
  private showsAll({ horizon }: CachedRecord, within: bigint): boolean {
    if (horizon >= within) return true;
    const { from, below } = this.view?.tables.announced() ?? NOT_ANNOUNCED;
    return below >= within && horizon >= from && horizon > this.announcements.forgotten;
  }

  private mayHaveReceipt({ record, logSize }: CachedRecord): boolean {
    return record.receipt === null && this.view !== null && this.view.log.newestSize > logSize;
  }

  private async load(ids: string[]): Promise<(CachedRecord | null)[]> {
    const { view, generation } = this;
    const loadedAt = Date.now();
    const logSize = view?.log.newestSize ?? 0;
    const horizonOf = view?.tables.beginReading();
    const rows = await readRecords(this.pool, [...new Set(ids)], view?.tables.progressSql ?? null);
    const found = new Map<string, CachedRecord>();
    for (const { row, progress } of rows) {
      const horizon = progress === null ? 0n : (horizonOf?.(progress) ?? 0n);
      found.set(row.id, { record: new StoredRecord(row, loadedAt), horizon, logSize });
    }
    if (generation === this.generation) for (const cached of found.values()) this.keep(cached);
    return ids.map((id) => found.get(id) ?? null);
  }

  private keep(cached: CachedRecord): void {
    const { id, version } = cached.record.snapshot;
    const known = this.cache.get(id);
    if (known !== undefined && known.record.snapshot.version > version) return;
    if (version < this.announcements.newest(id)) return;
    if (known !== undefined) this.forget(known);
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
