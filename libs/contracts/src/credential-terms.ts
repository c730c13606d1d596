import type { HeldCapability } from './capabilities.js';

/** Kinds of operation that are counted apart: a verification is one, whatever else asks is read or write. */
export const OPERATION_KINDS = ['verify', 'read', 'write'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Operations a second, of the kinds that are limited more tightly than by the service's own rule. */
export type RateLimit = Partial<Record<OperationKind, number>>;

/** Operations a UTC day, of the kinds that a project has a quota for. */
export type Quota = Partial<Record<OperationKind, number>>;

/** What a quota becomes, kind by kind: null ends it, kinds left out stay; null altogether ends every one. */
export type QuotaChange = Partial<Record<OperationKind, number | null>> | null;

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

/** The most that terms may hold; texts are counted in characters. */
export const TERMS_BOUNDS = {
  name: 128,
  authorities: 100,
  allowed_ips: 50,
  /** Operations a second. */
  rate: 100_000,
  metadata: 20,
  metadataKey: 40,
  metadataValue: 500,
  /** Operations a day. */
  quota: 1_000_000_000_000,
  /** Days that a project may let its credentials live. */
  credentialDays: 36_500,
  /** Seconds that a rotated secret may go on working: a week. */
  overlapSeconds: 604_800,
} as const;
