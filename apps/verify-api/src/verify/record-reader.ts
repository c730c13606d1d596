import { isStorable } from '@service/contracts';
import { Batcher } from '@service/platform';
import type { Pool } from 'pg';
import { RecentVersions } from '../views/recent-versions.js';
import type { AskingCaller } from '../credentials/caller.js';
import { KeptRecord } from './kept-record.js';
import { readRecords } from './read-records.js';

/** Milliseconds after which a row in memory is read again, so that a changed one shows within 5 s. */
const FRESH_FOR = 4_000;
/** Elements kept in memory at the most, which take about 10 KB each; a record counts as its chain. */
const CAPACITY = 20_000;

/** Id of nothing: every record has a longer one. */
const NO_ID = 'rec_';

/**
 * Reads records for verification, from memory where it can. Look-ups that miss in the same turn of the event
 * loop are one query. A row older than what is kept or announced is answered, but not kept.
 */
export class RecordReader {
  private readonly kept = new Map<string, KeptRecord>();
  private keptElements = 0;
  private readonly announcements = new RecentVersions();
  private readonly loads: Batcher<string, KeptRecord | null>;

  constructor(
    private readonly pool: Pool,
    private readonly capacity = CAPACITY,
  ) {
    this.loads = new Batcher((ids) => this.load(ids), { maxBatch: 200, maxInFlight: 4 });
  }

  /** The record if it is in memory and fresh: the way that costs no promise. */
  peek(id: string, now: number): KeptRecord | null {
    const record = this.kept.get(id);
    return record !== undefined && now - record.loadedAt < FRESH_FOR ? record : null;
  }

  /** The record, read from the view where need be; null where there is none. */
  async find(id: string, now = Date.now()): Promise<KeptRecord | null> {
    return this.peek(id, now) ?? (isStorable(id) ? this.loads.submit(id) : null);
  }

  /**
   * The record, if the caller may know of it. One in memory that is somebody else's is looked up under an id
   * that nothing has, so that it takes as long to say no as for one that does not exist.
   */
  async findFor(caller: AskingCaller, id: string, now = Date.now()): Promise<KeptRecord | null> {
    const kept = this.peek(id, now);
    if (kept?.belongsTo(caller) === true) return kept;
    const record = isStorable(id) ? await this.loads.submit(kept === null ? id : NO_ID) : null;
    return record?.belongsTo(caller) === true ? record : null;
  }

  /** Told that a record has a version, be it in the view already or not. */
  announced(id: string, version: number): void {
    const record = this.kept.get(id);
    if (record !== undefined && record.snapshot.version < version) this.forget(record);
    this.announcements.note(id, version);
  }

  /** Forgets everything: the view was rebuilt. */
  clear(): void {
    this.kept.clear();
    this.keptElements = 0;
  }

  private async load(ids: string[]): Promise<(KeptRecord | null)[]> {
    const loadedAt = Date.now();
    const rows = await readRecords(this.pool, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, new KeptRecord(row, loadedAt)]));
    for (const record of found.values()) this.keep(record);
    return ids.map((id) => found.get(id) ?? null);
  }

  private keep(record: KeptRecord): void {
    const { id, version } = record.snapshot;
    const known = this.kept.get(id);
    if (known !== undefined && known.snapshot.version > version) return;
    if (version < this.announcements.newest(id)) return;
    if (known !== undefined) this.forget(known);
    this.kept.set(id, record);
    this.keptElements += weightOf(record);
    for (const oldest of this.kept.values()) {
      if (this.keptElements <= this.capacity) break;
      this.forget(oldest);
    }
  }

  private forget(record: KeptRecord): void {
    this.kept.delete(record.snapshot.id);
    this.keptElements -= weightOf(record);
  }
}

function weightOf({ chain }: KeptRecord): number {
  return Math.max(chain.length, 1);
}
