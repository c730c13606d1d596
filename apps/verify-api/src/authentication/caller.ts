import { ServiceError, type HeldCapability, type Quota, type RateLimit } from '@service/contracts';
import type { AskingCaller } from '../views/asking-caller.js';

/** The caller of a request, as its credential describes it. */
export interface Caller extends AskingCaller {
  credentialId: string;
  capabilities: readonly HeldCapability[];
  rateLimit: RateLimit | null;
  /** Of its project. */
  quota: Quota;
}

/**
 * Refuses a caller that is limited to some authorities.
 * @param refused what such a caller cannot do, for the message: “cannot grant authorities”.
 * @throws ServiceError `credential.limited`.
 */
export function requireUnlimited({ authorities }: Pick<AskingCaller, 'authorities'>, refused: string): void {
  if (authorities === null) return;
  const message = `A credential that is limited to some authorities ${refused}.`;
  throw new ServiceError('credential.limited', { message });
}
