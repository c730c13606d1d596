import type { OperationKind, RateLimit } from '@service/contracts';

/** How many operations may be made in the long run, and how many at once. */
export interface RateRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** Operations a second with one credential, unless its own `rate_limit` says otherwise. */
const CREDENTIAL_RATES: Readonly<Record<OperationKind, number>> = {
  verify: 1_000,
  read: 1_000,
  write: 2_000,
};
/** Seconds whose operations may be made at once. */
const BURST_SECONDS = 2;
/** Credentials whose operations a project may make. */
const PROJECT_CREDENTIALS = 5;

const PROJECT_RULES: Readonly<Record<OperationKind, RateRule>> = {
  verify: ruleOf(PROJECT_CREDENTIALS * CREDENTIAL_RATES.verify),
  read: ruleOf(PROJECT_CREDENTIALS * CREDENTIAL_RATES.read),
  write: ruleOf(PROJECT_CREDENTIALS * CREDENTIAL_RATES.write),
};

/** What one credential may do of a kind; a project that wants it tighter says so when it issues the credential. */
export function credentialRule(rateLimit: RateLimit | null, kind: OperationKind): RateRule {
  return ruleOf(rateLimit?.[kind] ?? CREDENTIAL_RATES[kind]);
}

/** What all credentials of a project may do of a kind together. */
export function projectRule(kind: OperationKind): RateRule {
  return PROJECT_RULES[kind];
}

function ruleOf(perSecond: number): RateRule {
  return { perSecond, burst: perSecond * BURST_SECONDS };
}
