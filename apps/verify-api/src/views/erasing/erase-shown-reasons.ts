import type { AuthoritySnapshot } from '@service/contracts';
import type { PoolClient } from 'pg';
import { directoryView } from '../directory.view.js';

/** The view that stores reasons. Reasons of records stand in their events alone, where they are erased. */
export const REASONED_VIEW = directoryView;

/**
 * Erases an authority’s reasons from the view and returns true, if the view has all events up to `version`. Otherwise it
 * does nothing and returns false, because an event that arrives later would bring its reason. It rewrites the snapshot in
 * this process: the database would change the order of its members.
 */
export async function eraseShownReasons(client: PoolClient, id: string, version: number): Promise<boolean> {
  const table = `${REASONED_VIEW.schema}.authorities`;
  const { rows } = await client.query<{ version: number; snapshot: AuthoritySnapshot }>(
    `SELECT version, snapshot FROM ${table} WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const [row] = rows;
  if (row === undefined || row.version < version) return false;
  const snapshot = JSON.stringify({ ...row.snapshot, reason: null });
  await client.query(`UPDATE ${table} SET snapshot = $2 WHERE id = $1`, [id, snapshot]);
  return true;
}
