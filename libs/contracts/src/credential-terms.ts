import type { HeldCapability } from './capabilities.js';

/** Kinds of operation that are counted apart: a verification is one, whatever else asks is read or write. */
export const OPERATION_KINDS = ['verify', 'read', 'write'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Operations a second, of the kinds that are limited more tightly than by the service's own rule. */
export type RateLimit = Partial<Record<OperationKind, number>>;

/** Operations a UTC day, of the kinds that a project has a quota for. */
export type Quota = Partial<Record<OperationKind, number>>;

/** What a credential is issued for; nothing of it can be widened afterwards. */
export interface CredentialTerms {
  name: string;
  capabilities: HeldCapability[];
  expires_at: string | null;
  /** Ids of the authorities whose records it reaches; null for all of its project. */
  authorities: string[] | null;
  /** Addresses and CIDR ranges that it may be used from; null for anywhere. */
  allowed_ips: string[] | null;
  rate_limit: RateLimit | null;
  /** The project's own notes. */
  metadata: Record<string, string>;
}
