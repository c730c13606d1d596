import { placeName, type ElementPlaces } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { unseen } from '@service/platform/postgres';
import type { Pool } from 'pg';
import type { LogHead } from './log-head.js';

/** An element, by the id of its subject and its sequence, and by when the log must have it, where that matters. */
export type NamedElement = readonly [subjectId: string, sequence: number, dueBy?: string | null];

/** The largest bigint, beyond every size. */
const LARGEST = '9223372036854775807';

/** Reads where the log has elements. Calls in the same turn of the event loop share one query. */
export class LogPlaces {
  private readonly loads: Batcher<readonly NamedElement[], ElementPlaces>;

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((asked) => this.load(asked), { maxBatch: 200, maxInFlight: 4 });
  }

  /**
   * The places of elements as of one moment; Infinity for one that the log has not come to yet, and NaN where leaves were
   * edited: one element has one leaf, none is beyond the log's end, and none is missing that the sequencer has read. NaN as
   * well for one without which a tree was published after the log was to have it.
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
              OR (wanted.due IS NOT NULL AND (SELECT c.published_at FROM record_store_published.log_checkpoints AS c
                WHERE c.tree_size <= coalesce(max(l.index), ${LARGEST}) ORDER BY c.tree_size DESC LIMIT 1) > wanted.due)
            THEN 'NaN' ELSE max(l.index)::float8 END
          FROM record_store_published.log_leaves AS l
          WHERE l.subject_id = wanted.id AND l.sequence = wanted.sequence) AS index
        FROM unnest(${unseen(1, 'text[]')}, ${unseen(2, 'int[]')}, ${unseen(3, 'timestamptz[]')})
          WITH ORDINALITY AS wanted (id, sequence, due, place) ORDER BY wanted.place`,
      values: [0, 1, 2].map((member) => wanted.map((element) => element[member] ?? null)),
    });
    const found = rows.values();
    return asked.map(
      (elements) =>
        new Map(
          elements.map(([id, sequence]) => [placeName(id, sequence), found.next().value?.index ?? Infinity]),
        ),
    );
  }
}

/** A judgement by places in the log. */
export interface JudgedByPlaces {
  origin: string;
  /**
   * Size of the log when it was judged; null where the judgement is final, since all places were in the log. A refusal is judged
   * again with each larger tree: an edited row may have been repaired.
   */
  treeSize: number | null;
  holds: boolean;
}

/** The judgement by places that were read for an answer as of a position of the log. */
export function judgedBy(
  places: ElementPlaces,
  { origin, treeSize }: LogHead,
  holds: boolean,
): JudgedByPlaces {
  const isFinal = holds && ![...places.values()].some((place) => place >= treeSize);
  return { origin, treeSize: isFinal ? null : treeSize, holds };
}

/** Whether a judgement counts for an answer as of a position of the log. */
export function countsFor(judged: JudgedByPlaces, { origin, treeSize }: LogHead): boolean {
  return judged.origin === origin && (judged.treeSize ?? treeSize) >= treeSize;
}

/** Whether the wanted element is an event of an owner that the sequencer has not read yet. */
function waitingSql(owner: string): string {
  return `EXISTS (SELECT FROM ${owner}_published.events AS e
    WHERE e.stream_id = wanted.id AND e.version = wanted.sequence AND NOT EXISTS (
      SELECT FROM record_store_published.log_positions AS p
      WHERE p.source = '${owner}' AND (e.tx, e.pos) <= (p.tx, p.pos)))`;
}
