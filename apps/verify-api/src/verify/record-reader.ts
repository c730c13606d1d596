import { Batcher } from '@service/platform';
import type { Pool } from 'pg';
import { isStorable } from '../http/json-body.js';
import { KeptRecord } from './kept-record.js';
import { readRecords } from './read-records.js';

/** Milliseconds after which a row in memory is read again, so that a changed one shows within 5 s. */
const FRESH_FOR = 4_000;
/** Elements kept in memory at the most, which take about 10 KB each; a record counts as its chain. */
const CAPACITY = 20_000;

/**
 * Reads records for verification, from memory where it can. Look-ups that miss in the same turn of the event
 * loop are one query. A row older than what is already known never takes its place.
 */
export class RecordReader {
  private readonly kept = new Map<string, KeptRecord>();
  private keptElements = 0;
  /** The newest version that the view is known to hold of a record whose row is not in memory or older. */
  private readonly overtaken = new Map<string, number>();
  /** How many loads of a record are under way. */
  private readonly loading = new Map<string, number>();
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

  /** Told after the view has applied a newer version of a record. */
  changed(id: string, version: number): void {
    const record = this.kept.get(id);
    if (record !== undefined && record.snapshot.version < version) this.forget(record);
    if (this.loading.has(id)) this.overtaken.set(id, Math.max(version, this.overtaken.get(id) ?? 0));
  }

  /** Forgets everything: the view was rebuilt. */
  clear(): void {
    this.kept.clear();
    this.keptElements = 0;
  }

  private async load(ids: string[]): Promise<(KeptRecord | null)[]> {
    for (const id of ids) this.loading.set(id, (this.loading.get(id) ?? 0) + 1);
    try {
      const loadedAt = Date.now();
      const rows = await readRecords(this.pool, [...new Set(ids)]);
      const found = new Map(rows.map((row) => [row.id, new KeptRecord(row, loadedAt)]));
      for (const record of found.values()) this.keep(record);
      return ids.map((id) => found.get(id) ?? null);
    } finally {
      for (const id of ids) this.release(id);
    }
  }

  private keep(record: KeptRecord): void {
    const { id, version } = record.snapshot;
    const known = this.kept.get(id);
    if (known !== undefined && known.snapshot.version > version) return;
    if (version < (this.overtaken.get(id) ?? 0)) return;
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

  private release(id: string): void {
    const left = (this.loading.get(id) ?? 1) - 1;
    if (left > 0) {
      this.loading.set(id, left);
      return;
    }
    this.loading.delete(id);
    this.overtaken.delete(id);
  }
}

function weightOf({ chain }: KeptRecord): number {
  return Math.max(chain.length, 1);
}
