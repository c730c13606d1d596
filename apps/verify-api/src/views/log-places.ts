import { placeName, type ElementPlaces } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { unseen } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** An element, by the id of its subject and its sequence. */
export type NamedElement = readonly [subjectId: string, sequence: number];

/** Reads where the log has elements. Calls in the same turn of the event loop share one query. */
export class LogPlaces {
  private readonly loads: Batcher<readonly NamedElement[], ElementPlaces>;

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((asked) => this.load(asked), { maxBatch: 200, maxInFlight: 4 });
  }

  /**
   * The places of elements as of one moment; Infinity for one that the log does not have yet, and NaN where leaves were
   * edited: one element has one leaf, and none is beyond the log's end.
   */
  read(elements: readonly NamedElement[]): Promise<ElementPlaces> {
    return this.loads.submit(elements);
  }

  private async load(asked: readonly (readonly NamedElement[])[]): Promise<ElementPlaces[]> {
    const wanted = asked.flat();
    const { rows } = await this.pool.query<{ index: number | null }>({
      name: 'log_places',
      text: `SELECT (SELECT CASE WHEN count(*) > 1 OR max(l.index) >= (SELECT max(size) FROM record_store_published.log_state)
            THEN 'NaN' ELSE max(l.index)::float8 END
          FROM record_store_published.log_leaves AS l
          WHERE l.subject_id = wanted.id AND l.sequence = wanted.sequence) AS index
        FROM unnest(${unseen(1, 'text[]')}, ${unseen(2, 'int[]')}) WITH ORDINALITY AS wanted (id, sequence, place) ORDER BY wanted.place`,
      values: [wanted.map(([id]) => id), wanted.map(([, sequence]) => sequence)],
    });
    const found = rows.values();
    return asked.map(
      (elements) =>
        new Map(elements.map((element) => [placeName(...element), found.next().value?.index ?? Infinity])),
    );
  }
}
