import { ServiceError, type HeldCapability, type Quota, type RateLimit } from '@service/contracts';

/** Who a request comes from, as its credential says. */
export interface Caller {
  credentialId: string;
  /** Null for an operator, whose credential belongs to no project. */
  projectId: string | null;
  capabilities: readonly HeldCapability[];
  /** Ids of the authorities that it is limited to; null for all of its project. */
  authorities: readonly string[] | null;
  rateLimit: RateLimit | null;
  /** Of its project. */
  quota: Quota;
}

/** Who asks, as far as it matters to what they find. */
export type AskingCaller = Pick<Caller, 'projectId' | 'authorities'>;

/** Whether a caller reaches what belongs to an authority. */
export function reaches({ authorities }: Pick<Caller, 'authorities'>, authorityId: string): boolean {
  return authorities === null || authorities.includes(authorityId);
}

/**
 * Lets in only who reaches all of the project.
 * @param refused what the others cannot do, as in “cannot grant another”.
 * @throws ServiceError `authority.insufficient_scope`.
 */
export function requireUnlimited({ authorities }: Pick<Caller, 'authorities'>, refused: string): void {
  if (authorities === null) return;
  const message = `A credential that is limited to some authorities ${refused}.`;
  throw new ServiceError('authority.insufficient_scope', { message });
}
