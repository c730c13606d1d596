import { ServiceError, type HeldCapability, type Quota, type RateLimit } from '@service/contracts';
import type { AskingCaller } from '../views/asking-caller.js';

/** Who a request comes from, as its credential says. */
export interface Caller extends AskingCaller {
  credentialId: string;
  capabilities: readonly HeldCapability[];
  rateLimit: RateLimit | null;
  /** Of its project. */
  quota: Quota;
}

/**
 * Lets in only who reaches all of the project.
 * @param refused what the others cannot do, as in “cannot grant another”.
 * @throws ServiceError `authority.insufficient_scope`.
 */
export function requireUnlimited({ authorities }: Pick<AskingCaller, 'authorities'>, refused: string): void {
  if (authorities === null) return;
  const message = `A credential that is limited to some authorities ${refused}.`;
  throw new ServiceError('authority.insufficient_scope', { message });
}
