import { invalidRequest } from '@service/contracts';
import { parseCheckpoint, parseNote, placeName } from '@service/evidence';
import type { Pool } from 'pg';
import { SERVED_CHECKPOINT_SQL } from '../log/served-checkpoint.sql.js';

/** Place of an element in its subject's chain. */
export interface ElementPlace {
  subjectId: string;
  sequence: number;
}

/** What a checkpoint must cover. */
export interface Covered {
  origin: string;
  /** Size of the tree at the answer's position; the checkpoint must be at least as large. */
  size: number;
  /** A size that the reader says the log had; the checkpoint must be at least as large. */
  earlier: number;
  elements: readonly ElementPlace[];
}

/** A checkpoint with the log indices of elements. */
export interface CoveringCheckpoint {
  size: number;
  /** Signed note, with its cosignatures. */
  note: string;
  /** Log indices of the elements, by `placeName`. */
  indices: ReadonlyMap<string, number>;
}

interface Row {
  indices: Record<string, number> | null;
  tree_size: string;
  note: string;
  head_note: string;
  head_size: string;
}

/** Milliseconds between two reads. */
const READ_EVERY = 50;

/**
 * Waits for a checkpoint that covers elements and a log position. It prefers the served checkpoint, and takes the
 * newest if the witnesses do not cosign a covering one in time.
 * @param until moment of the monotonic clock, in milliseconds.
 * @returns null where no checkpoint covers them in time.
 * @throws ServiceError `request.invalid` where the log is smaller than the size that the reader states.
 */
export async function awaitCoveringCheckpoint(
  pool: Pool,
  covered: Covered,
  until: number,
): Promise<CoveringCheckpoint | null> {
  for (;;) {
    const row = await readCheckpoints(pool, covered.elements);
    if (row !== null && Number(row.head_size) < covered.earlier) {
      throw invalidRequest('from', `is larger than the log, which has ${row.head_size} entries`);
    }
    const left = until - performance.now();
    const served = row === null ? null : covering(row, row.tree_size, row.note, covered);
    if (served !== null) return served;
    if (row !== null && left <= 0) return covering(row, row.head_size, row.head_note, covered);
    if (left <= 0) return null;
    await new Promise((resolve) => setTimeout(resolve, Math.min(READ_EVERY, left)));
  }
}

async function readCheckpoints(pool: Pool, elements: readonly ElementPlace[]): Promise<Row | null> {
  const { rows } = await pool.query<Row>({
    name: 'evidence.checkpoint',
    text: READ,
    values: [elements.map(({ subjectId }) => subjectId), elements.map(({ sequence }) => sequence)],
  });
  return rows[0] ?? null;
}

function covering(
  { indices }: Row,
  treeSize: string,
  note: string,
  { origin, size, earlier, elements }: Covered,
): CoveringCheckpoint | null {
  const places = new Map(Object.entries(indices ?? {}));
  const checkpoint = { size: Number(treeSize), note, indices: places };
  const holds =
    checkpoint.size >= Math.max(size, earlier) &&
    elements.every(
      ({ subjectId, sequence }) => (places.get(placeName(subjectId, sequence)) ?? Infinity) < checkpoint.size,
    ) &&
    parseCheckpoint(parseNote(note).text).origin === origin;
  return holds ? checkpoint : null;
}

const READ = `
  SELECT served.*, h.tree_size AS head_size, h.note AS head_note, (
    SELECT json_object_agg(l.subject_id || '/' || l.sequence, l.index)
    FROM unnest($1::text[], $2::integer[]) AS w(subject_id, sequence)
    JOIN record_store_published.log_leaves AS l USING (subject_id, sequence)
  ) AS indices
  FROM record_store_published.log_head AS h, (${SERVED_CHECKPOINT_SQL}) AS served`;
