import { placeName, type ElementPlaces } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
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
   * The places of elements as of one moment; Infinity for one that the log has not come to yet, and NaN where leaves were
   * edited: one element has one leaf, none is beyond the log's end, and none is missing that the sequencer has read.
   */
  read(elements: readonly NamedElement[]): Promise<ElementPlaces> {
    return this.loads.submit(elements);
  }

  private async load(asked: readonly (readonly NamedElement[])[]): Promise<ElementPlaces[]> {
    const wanted = asked.flat();
    const { rows } = await this.pool.query<{ index: number | null }>({
      name: 'log_places',
      text: `SELECT (SELECT CASE WHEN count(*) > 1 OR max(l.index) >= (SELECT max(size) FROM record_store_published.log_state)
              OR (count(*) = 0 AND NOT (${waitingSql('credential_authority')} OR ${waitingSql('record_store')}))
            THEN 'NaN' ELSE max(l.index)::float8 END
          FROM record_store_published.log_leaves AS l
          WHERE l.subject_id = wanted.id AND l.sequence = wanted.sequence) AS index
        FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted (id, sequence, place) ORDER BY wanted.place`,
      values: [wanted.map(([id]) => id), wanted.map(([, sequence]) => sequence)],
    });
    const found = rows.values();
    return asked.map(
      (elements) =>
        new Map(elements.map((element) => [placeName(...element), found.next().value?.index ?? Infinity])),
    );
  }
}

/** Whether these places stay: the log has come to all of them. */
export function areFinal(places: ElementPlaces): boolean {
  return !new Set(places.values()).has(Infinity);
}

/** Whether the wanted element is an event of an owner that the sequencer has not read yet. */
function waitingSql(owner: string): string {
  return `EXISTS (SELECT FROM ${owner}_published.events AS e
    WHERE e.stream_id = wanted.id AND e.version = wanted.sequence AND NOT EXISTS (
      SELECT FROM record_store_published.log_positions AS p
      WHERE p.source = '${owner}' AND (e.tx, e.pos) <= (p.tx, p.pos)))`;
}
