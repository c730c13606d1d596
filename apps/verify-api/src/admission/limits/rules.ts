import type { OperationKind, RateLimit } from '@service/contracts';

/** Operations allowed per second in the long run, and at once. */
export interface RateRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** Operations per second of one credential, unless it has a `rate_limit`. */
export type CredentialRates = Readonly<Record<OperationKind, number>>;

/** The burst, as seconds of the rate. */
const BURST_SECONDS = 2;
/** The largest debt, as seconds of the rate: after so long at most, a caller may ask again. */
const DEBT_SECONDS = 60;
/** The rate of a project, as a multiple of one credential's rate. */
const PROJECT_FACTOR = 5;

/** The rate limits of credentials and projects, from the default rates of one credential. */
export class RateRules {
  private readonly projects: Readonly<Record<OperationKind, RateRule>>;

  constructor(private readonly rates: CredentialRates) {
    const { verify, read, write } = rates;
    const projectRule = (perSecond: number) => ruleOf(PROJECT_FACTOR * perSecond);
    this.projects = { verify: projectRule(verify), read: projectRule(read), write: projectRule(write) };
  }

  /** The rule of one credential: its `rate_limit`, else the default rate. */
  ofCredential(rateLimit: RateLimit | null, kind: OperationKind): RateRule {
    return ruleOf(rateLimit?.[kind] ?? this.rates[kind]);
  }

  /** The rule of all credentials of a project together. */
  ofProject(kind: OperationKind): RateRule {
    return this.projects[kind];
  }
}

/** The lowest level of a bucket. */
export function lowestLevel({ perSecond }: RateRule): number {
  return -DEBT_SECONDS * perSecond;
}

function ruleOf(perSecond: number): RateRule {
  return { perSecond, burst: perSecond * BURST_SECONDS };
}
