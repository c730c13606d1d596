import type { AuthoritySnapshot } from '@service/contracts';
import type { View } from '@service/event-store';
import type { PoolClient } from 'pg';
import { directoryView } from '../directory.view.js';
import { recordsView } from '../records.view.js';

/** The view of one kind of subject that has reasons. */
interface ShownReasons {
  view: View;
  /**
   * Erases a subject's reasons from the view and returns true, if the view has all events up to `version`. Else it
   * does nothing and returns false: a later event would bring its reason with it.
   */
  erase(client: PoolClient, id: string, version: number): Promise<boolean>;
}

/** The kinds of subject whose transitions have reasons. */
export const SHOWN_REASONS = {
  record: { view: recordsView, erase: eraseOfRecord },
  authority: { view: directoryView, erase: eraseOfAuthority },
} satisfies Record<string, ShownReasons>;

async function eraseOfRecord(client: PoolClient, id: string, version: number): Promise<boolean> {
  const { schema } = recordsView;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ${schema}.elements WHERE record_id = $1 AND sequence <= $2`,
    [id, version],
  );
  if (rows[0]?.count !== version) return false;
  await client.query(
    `UPDATE ${schema}.elements SET reason = NULL, reason_salt = NULL
     WHERE record_id = $1 AND num_nonnulls(reason, reason_salt) > 0`,
    [id],
  );
  await client.query(`UPDATE ${schema}.records SET reason = NULL WHERE id = $1 AND reason IS NOT NULL`, [id]);
  return true;
}

/** Rewrites the snapshot in this process: the database would change the order of its members. */
async function eraseOfAuthority(client: PoolClient, id: string, version: number): Promise<boolean> {
  const table = `${directoryView.schema}.authorities`;
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
