import type { Pool } from 'pg';
import { rebuildSchema, type View } from './view.js';

/** Identifies the set of tables that a view has; a rebuild replaces it by another set. */
export interface ViewGeneration {
  /** Changes with each rebuild. */
  id: string;
  /** Whether a rebuild is under way, or was interrupted. */
  rebuilding: boolean;
}

/** The set of tables that the view has now, and whether a rebuild is under way. */
export async function readViewGeneration(pool: Pool, view: View): Promise<ViewGeneration> {
  const { rows } = await pool.query<ViewGeneration>(
    'SELECT to_regnamespace($1)::oid::text AS id, to_regnamespace($2) IS NOT NULL AS rebuilding',
    [view.schema, rebuildSchema(view)],
  );
  return rows[0] as ViewGeneration;
}
