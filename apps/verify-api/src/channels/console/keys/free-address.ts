import type { KnownOperators } from './known-operators.js';
import type { OperatorKeys } from './operator-keys.js';

/** Whether an operator may take an address. A former holder for whom it no longer counts loses it. */
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
