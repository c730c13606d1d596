import type { HeldCapability } from '@service/contracts';

/** Who a request comes from, as its credential says. */
export interface Caller {
  credentialId: string;
  /** Null for an operator, whose credential belongs to no project. */
  projectId: string | null;
  capabilities: readonly HeldCapability[];
  /** ISO 8601; nobody can issue a credential that outlives their own. */
  expiresAt: string | null;
}
