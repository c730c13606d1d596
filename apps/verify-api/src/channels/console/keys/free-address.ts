import type { KnownOperators } from './known-operators.js';
import type { OperatorKeys } from './operator-keys.js';

/** Whether an operator may take an address. It is taken away from a holder that was removed, or whose invitation has expired. */
export async function isFreeFor(
  operatorId: string,
  address: string,
  keys: Pick<OperatorKeys, 'withAddress' | 'freeAddress'>,
  operators: Pick<KnownOperators, 'counts'>,
  now: number,
): Promise<boolean> {
  const holder = await keys.withAddress(address);
  if (holder === null || holder === operatorId) return true;
  if (operators.counts(holder, now)) return false;
  await keys.freeAddress(holder, address);
  return true;
}
