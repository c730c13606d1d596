import type { OperationKind, RateLimit } from '@service/contracts';

/** How many operations may be made in the long run, and how many at once. */
export interface RateRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** Operations a second with one credential, unless its own `rate_limit` says otherwise. */
export type CredentialRates = Readonly<Record<OperationKind, number>>;

/** Seconds whose operations may be made at once. */
const BURST_SECONDS = 2;
/** Credentials whose operations a project may make. */
const PROJECT_CREDENTIALS = 5;

/** Tells what callers may do, from what one credential may do a second. */
export class RateRules {
  private readonly projects: Readonly<Record<OperationKind, RateRule>>;

  constructor(private readonly rates: CredentialRates) {
    const { verify, read, write } = rates;
    const projectRule = (perSecond: number) => ruleOf(PROJECT_CREDENTIALS * perSecond);
    this.projects = { verify: projectRule(verify), read: projectRule(read), write: projectRule(write) };
  }

  /** What one credential may do of a kind; a project that wants it tighter says so when it issues the credential. */
  ofCredential(rateLimit: RateLimit | null, kind: OperationKind): RateRule {
    return ruleOf(rateLimit?.[kind] ?? this.rates[kind]);
  }

  /** What all credentials of a project may do of a kind together. */
  ofProject(kind: OperationKind): RateRule {
    return this.projects[kind];
  }
}

function ruleOf(perSecond: number): RateRule {
  return { perSecond, burst: perSecond * BURST_SECONDS };
}
