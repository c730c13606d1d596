import { UnavailableError } from '@service/contracts';
import type { Pool } from 'pg';
import type { AskingCaller } from '../asking-caller.js';
import type { LookUpRequest, LookUpResults } from './look-up-records.js';
import { LookUps } from './look-ups.js';
import type { Receipts } from './receipts.js';
import { RecordCache, type ReadView } from './record-cache.js';
import { RecordLoads } from './record-loads.js';
import type { RecordOpener } from './record-opener.js';
import type { StoredRecord } from './stored-record.js';

/** Largest number of cached elements, at about 10 KB each. */
const CAPACITY = 20_000;

/** An id that no record can have: all are longer. */
const NO_ID = 'rec_';

/** Reads records for verification, from a cache where possible. */
export class RecordReader {
  private readonly cache: RecordCache;
  private readonly loads: RecordLoads;
  private readonly lookUps: LookUps;

  /** @param receipts without them, no record has a receipt. */
  constructor(
    pool: Pool,
    opener: RecordOpener,
    capacity = CAPACITY,
    receipts: Pick<Receipts, 'prove'> | null = null,
  ) {
    this.cache = new RecordCache(capacity);
    this.loads = new RecordLoads(pool, opener, this.cache, receipts);
    this.lookUps = new LookUps(pool, () => this.cache.view?.tables);
  }

  /** Sets the view and the log that records are read from. */
  readsFrom(view: ReadView): void {
    this.cache.view = view;
  }

  /**
   * The record if it is cached and fresh, without a promise.
   * @param within the answer must include all events of transactions below it.
   */
  peek(id: string, within = 0n, now = performance.now()): StoredRecord | null {
    return this.cache.get(id, within, now)?.record ?? null;
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
    await this.cache.view?.ownWrites.ofRecord(caller, id);
    const read = await this.loads.read(caller, id, within, cached === null ? id : NO_ID);
    if (read?.record.belongsTo(caller) === true) return read.record;
    return (await this.cache.view?.justWritten.arrives(caller, 'record', id)) === true
      ? this.readFor(caller, id, within)
      : null;
  }

  /**
   * The record as the view has it now, past the cache, if the caller may read it.
   * @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`.
   */
  async readFor(caller: AskingCaller, id: string, within: bigint): Promise<StoredRecord | null> {
    await this.cache.view?.ownWrites.ofRecord(caller, id);
    const read = await this.loads.readNow(caller, id, within);
    return read?.record.belongsTo(caller) === true ? read.record : null;
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
  ): Promise<LookUpResults['matches']> {
    const isShown = (await this.cache.view?.ownWrites.ofProject(caller)) ?? true;
    const { matches, horizon: reached } = await this.lookUps.find(caller.projectId, requests);
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
    this.cache.announced(id, version, transaction);
  }

  /** Call this when the view was rebuilt: it empties the cache, and keeps reads under way out of it. */
  clear(): void {
    this.cache.clear();
  }
}
