import { UnavailableError, isStorable } from '@service/contracts';
import type { KeyLookUp } from '@service/evidence';
import { STALE_AFTER } from '@service/messaging';
import { Batcher } from '@service/platform/batching';
import type { Pool } from 'pg';
import { SlotsByKey } from '../../infrastructure/slots-by-key.js';
import type { AskingCaller } from '../asking-caller.js';
import { readRecords, type ReadRow } from './read-records.js';
import type { Receipts } from './receipts.js';
import type { CachedRecord, RecordCache } from './record-cache.js';
import { mayBelongTo, type RecordOpener } from './record-opener.js';
import type { Receipt } from './stored-receipt.js';

/** Most elements of a record that is not long, and largest number of long records that are known to be. */
const [MOST_SHORT, MOST_LONG] = [63, 10_000];
/** Most records that one query reads, and that a project reads at a time. With 63 elements each, 400 take some 250 MB. */
const SHORT = { ofQuery: 200, ofProject: 400, longest: MOST_SHORT };
const LONG_ONES = { ofQuery: 2, ofProject: 2, longest: undefined };

interface Ask {
  caller: AskingCaller;
  id: string;
}

/** A record that a query has found. The others of the query do not wait until it is opened. */
interface Opening {
  opened: Promise<CachedRecord | null> | null;
}

/** What is answered in the place of a long record where only short ones are read. */
const IS_LONG = Symbol('a long record');
type IsLong = typeof IS_LONG;

/** A row with the moment and the progress of its read. */
interface RowRead extends Pick<ReadRow, 'row' | 'place'>, Pick<CachedRecord, 'horizon' | 'logSize'> {
  loadedAt: number;
}

interface OpeningTerms {
  isAlone: boolean;
  keyOf: KeyLookUp | null;
  store: (opened: CachedRecord) => void;
}

/** Where records of a kind are read: a few of a project at a time, by shared queries. */
interface Lane {
  slots: SlotsByKey;
  loads: Batcher<Ask, Opening | IsLong>;
}

/**
 * Reads records past the cache, and caches what it reads. Reads in the same turn of the event loop share one query, and projects
 * take turns to open what it found. Long records are read apart, so that no other waits for them.
 */
export class RecordLoads {
  private readonly short = this.laneOf(SHORT);
  private readonly long = this.laneOf(LONG_ONES);
  /** Reads under way, by caller and asked id. */
  private readonly reading = new Map<string, Promise<CachedRecord | null>>();
  /** Ids of long records. One that was neither read nor announced to this gateway is not among them: it takes a second query. */
  private readonly longIds = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly opener: RecordOpener,
    private readonly cache: RecordCache,
    private readonly receipts: Pick<Receipts, 'prove'> | null,
  ) {}

  /**
   * Reads a record, unless it is read for such a caller already: what was read then counts as cached. Others wait for nothing that
   * they may not know of.
   * @param id what the caller asked for. @param wanted what is looked up for it.
   * @throws ServiceError `service.unavailable` where the view lacks events of transactions below `within`, or the read has waited
   * until answers from it would be refused.
   */
  async read(caller: AskingCaller, id: string, within: bigint, wanted = id): Promise<CachedRecord | null> {
    const asked = performance.now();
    const key = JSON.stringify([caller.projectId, caller.authorities, id, wanted]);
    const before = this.reading.get(key);
    if (before !== undefined) {
      await before.catch(() => null);
      const cached = this.cache.get(wanted, within);
      if (cached?.record.belongsTo(caller) === true) return cached;
      // It began after the one before had ended, and so after this one was asked for.
      const next = this.reading.get(key);
      // Without one, this read begins in the same turn, so that the others who waited find it.
      const shared = next === undefined ? next : await next.catch(() => undefined);
      if (shared === null || (shared !== undefined && shared.horizon >= within)) return shared;
    }
    const read = this.readNow(caller, wanted, within, asked);
    this.reading.set(key, read);
    return read.finally(() => {
      if (this.reading.get(key) === read) this.reading.delete(key);
    });
  }

  /** As `read`, but nothing that was read before it was asked for. */
  async readNow(
    caller: AskingCaller,
    id: string,
    within: bigint,
    asked = performance.now(),
  ): Promise<CachedRecord | null> {
    if (!isStorable(id)) return null;
    const { slots, loads } = this.longIds.has(id) ? this.long : this.short;
    const read = await slots.run(caller.payer ?? caller.projectId ?? '', () => {
      const cached = this.cache.get(id, within);
      if (cached !== null && cached.record.loadedAt > asked && cached.record.belongsTo(caller)) return cached;
      const waited = performance.now() - asked;
      if (waited > STALE_AFTER)
        throw new UnavailableError({ cause: 'read_waited', record_id: id, waited_ms: Math.round(waited) });
      return this.submit(loads, { caller, id }, within);
    });
    return read === IS_LONG ? this.readNow(caller, id, within, asked) : read;
  }

  /** Call this when a record is known to have some number of elements. */
  noteLength(id: string, length: number): void {
    if (length <= MOST_SHORT) return;
    this.longIds.delete(id);
    this.longIds.add(id);
    const [oldest] = this.longIds;
    if (this.longIds.size > MOST_LONG) this.longIds.delete(oldest as string);
  }

  private laneOf({ ofQuery, ofProject, longest }: typeof SHORT | typeof LONG_ONES): Lane {
    const load = (asks: Ask[]) => this.load(asks, longest);
    const loads = new Batcher(load, { maxBatch: ofQuery, maxInFlight: 4 });
    return { slots: new SlotsByKey(ofProject), loads };
  }

  private async submit(
    loads: Batcher<Ask, Opening | IsLong>,
    ask: Ask,
    within: bigint,
  ): Promise<CachedRecord | IsLong | null> {
    const opening = await loads.submit(ask);
    if (opening === IS_LONG) return IS_LONG;
    const read = await opening.opened;
    if (read !== null && read.horizon < within) {
      const [reached, needed] = [`${read.horizon}`, `${within}`];
      throw new UnavailableError({ cause: 'row_behind', record_id: ask.id, reached, needed });
    }
    return read;
  }

  /** Opens only what one of the callers may read: a record of another project takes no longer than the query. */
  private async load(asks: Ask[], longest: number | undefined): Promise<(Opening | IsLong)[]> {
    const { view } = this.cache;
    const [store, loadedAt, logSize] = [this.cache.beginRead(), performance.now(), view?.log.newestSize ?? 0];
    const horizonOf = view?.tables.beginReading();
    const ids = [...new Set(asks.map(({ id }) => id))];
    const rows = await readRecords(this.pool, ids, view?.tables.progressSql ?? null, longest);
    const reads = new Map<string, RowRead>();
    for (const { row, place, progress } of rows) {
      this.noteLength(row.id, row.version);
      const horizon = progress === null ? 0n : (horizonOf?.(progress) ?? 0n);
      reads.set(row.id, { row, place, horizon, logSize, loadedAt });
    }
    const found = asks.map(({ caller, id }) => {
      const read = reads.get(id);
      if (read === undefined || !mayBelongTo(caller, read.row)) return null;
      return read.row.version > (longest ?? Infinity) ? IS_LONG : read;
    });
    const shown = [...new Set(found)].filter((read) => read !== null && read !== IS_LONG);
    const receipts = (await this.receipts?.prove(shown.map(({ place }) => place))) ?? [];
    const terms = { isAlone: shown.length === 1, keyOf: view?.keyOf ?? null, store };
    const openings = new Map(
      shown.map((read, index) => [read, this.open(read, receipts[index] ?? null, terms)]),
    );
    return found.map((read) =>
      read === IS_LONG ? IS_LONG : { opened: (read && openings.get(read)) ?? null },
    );
  }

  /** A method, so that a record that waits to be opened holds no other row of its query in memory. */
  private async open(read: RowRead, receipt: Receipt | null, terms: OpeningTerms): Promise<CachedRecord> {
    const { row, loadedAt, horizon, logSize } = read;
    const { isAlone, keyOf, store } = terms;
    const record = await this.opener.open({ ...row, receipt }, loadedAt, isAlone, keyOf);
    const opened = { record, horizon, logSize };
    store(opened);
    return opened;
  }
}
