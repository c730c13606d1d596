import type { Pool } from 'pg';
import { rebuildSchema, type View } from './view.js';

/** Tells one set of a view's tables from the one that a rebuild puts in its place. */
export interface ViewLife {
  /** Other after each rebuild. */
  id: string;
  /** Whether a rebuild is under way, or was broken off. */
  rebuilding: boolean;
}

/** Which tables the view has at the moment, and whether others are being made. */
export async function readViewLife(pool: Pool, view: View): Promise<ViewLife> {
  const { rows } = await pool.query<ViewLife>(
    'SELECT to_regnamespace($1)::oid::text AS id, to_regnamespace($2) IS NOT NULL AS rebuilding',
    [view.schema, rebuildSchema(view)],
  );
  return rows[0] as ViewLife;
}
