import type { HeldCapability } from './capabilities.js';
import type { Metadata } from './metadata.js';

/** Kinds of operation that are counted separately: a verification is one kind; all others are reads or writes. */
export const OPERATION_KINDS = ['verify', 'read', 'write'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Operations a second, for the kinds that this credential has a lower limit for than the service. */
export type RateLimit = Partial<Record<OperationKind, number>>;

/** Operations a UTC day, for the kinds with a quota. */
export type Quota = Partial<Record<OperationKind, number>>;

/** Changes of a quota: null for a kind ends its quota, and omitted kinds stay; null for all ends all quotas. */
export type QuotaChange = Partial<Record<OperationKind, number | null>> | null;

/** Terms that a credential is issued with; none can be widened later. */
export interface CredentialTerms {
  name: string;
  capabilities: HeldCapability[];
  expires_at: string | null;
  /** Ids of the authorities whose records it may access; null for all of its project. */
  authorities: string[] | null;
  /** Addresses and CIDR ranges that it may be used from; null for any. */
  allowed_ips: string[] | null;
  rate_limit: RateLimit | null;
  /** Notes of the project. */
  metadata: Metadata;
}

/** Limits of terms; texts are counted in characters. */
export const TERMS_BOUNDS = {
  name: 128,
  authorities: 100,
  allowed_ips: 50,
  /** Most operations a second. */
  rate: 100_000,
  /** Most operations a day. */
  quota: 1_000_000_000_000,
  /** Most days of life that a project may give its credentials. */
  credentialDays: 36_500,
  /** Most seconds that a rotated secret may go on working: a week. */
  overlapSeconds: 604_800,
} as const;
