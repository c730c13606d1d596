import { timeOfId } from '@service/contracts';
import { EventLog, inTransaction } from '@service/event-store';
import { erasePersonal, type Erased } from '@service/history';
import { repeatRolledBack } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** What was erased of an operator. */
export interface ErasedOperator {
  keys: number;
  sessions: number;
  history: Erased;
}

/**
 * Erases what is personal of an operator: name, address, keys, sessions, and the personal fields of its lines in the history
 * of every project. Its events stay, which hold ids, roles and thumbprints; a thumbprint without its key signs nobody in.
 * Somebody whom an OIDC provider vouched for, but who was refused, has a key and lines, and no events.
 * @param pool of the owner.
 * @returns null where there is no such operator.
 */
export async function eraseOperator(pool: Pool, operatorId: string): Promise<ErasedOperator | null> {
  const [first] = await new EventLog(pool, 'credential_authority').readAfter(new Map([[operatorId, 0]]));
  if (
    first === undefined
      ? timeOfId(operatorId, 'operator') === null
      : !first.type.startsWith('service.operator.')
  )
    return null;
  const rows = await repeatRolledBack(() =>
    inTransaction(pool, 'BEGIN', async (client) => {
      const deleted = async (table: string) => {
        const { rowCount } = await client.query(`DELETE FROM verify_api.${table} WHERE operator_id = $1`, [
          operatorId,
        ]);
        return rowCount ?? 0;
      };
      // First of all: a sign-in under way locks its key, and stores nothing once that is gone.
      const keys = await deleted('operator_keys');
      await client.query(
        `UPDATE verify_api.operator_profiles
         SET name = NULL, invited_name = NULL, address = NULL, updated_at = clock_timestamp()
         WHERE operator_id = $1`,
        [operatorId],
      );
      return { keys, sessions: await deleted('console_sessions') };
    }),
  );
  const erased = { ...rows, history: await erasePersonal(pool, { operatorId }) };
  return first === undefined && erased.keys + erased.history.entries === 0 ? null : erased;
}
