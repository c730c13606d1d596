import { OPERATION_KINDS, type OperationKind, type Quota, type RateLimit } from '@service/contracts';
import { callerKey } from '../authentication/caller.js';
import type { ChargedLimits } from './charge-limits.js';
import { policyText } from './limit-headers.js';
import type { LimitedCaller } from './limits.js';
import type { QuotaLeases } from './quota-leases.js';
import type { RateBucket, RateBuckets } from './rate-bucket.js';
import type { RateRules } from './rules.js';

/** Milliseconds without a request after which a caller is removed; its buckets are full again long before. */
const FORGET_AFTER = 60_000;

/** A credential's terms at its last request, and the limits that follow from them. */
class CachedCaller {
  readonly limits: Record<OperationKind, ChargedLimits | undefined> = {
    verify: undefined,
    read: undefined,
    write: undefined,
  };

  constructor(
    readonly projectId: string | null,
    public rateLimit: RateLimit | null,
    public quota: Quota,
    public usedAt: number,
  ) {}
}

type CachedProject = Partial<Record<OperationKind, RateBucket>>;

/** Caches recent callers with all of their limits, so that a request costs one look-up. */
export class CallerCache {
  private readonly callers = new Map<string, CachedCaller>();
  private readonly projects = new Map<string, CachedProject>();

  constructor(
    private readonly rules: RateRules,
    private readonly buckets: RateBuckets,
    private readonly quotas: QuotaLeases,
  ) {}

  /** The limits of a caller under its current terms. */
  limitsOf(caller: LimitedCaller, kind: OperationKind, now: number): ChargedLimits {
    const key = callerKey(caller);
    let cached = this.callers.get(key);
    if (cached === undefined) {
      cached = new CachedCaller(caller.projectId, caller.rateLimit, caller.quota, now);
      this.callers.set(key, cached);
    } else if (!hasSameTerms(cached, caller)) this.applyTerms(cached, caller, now);
    cached.usedAt = now;
    return (cached.limits[kind] ??= this.open(caller, kind, now));
  }

  /** Removes idle callers, and projects without callers. */
  forgetIdle(now: number): void {
    const inUse = new Set<string | null>();
    for (const [id, { usedAt, projectId }] of this.callers) {
      if (now - usedAt > FORGET_AFTER) this.callers.delete(id);
      else inUse.add(projectId);
    }
    for (const id of this.projects.keys()) if (!inUse.has(id)) this.projects.delete(id);
  }

  private open(caller: LimitedCaller, kind: OperationKind, now: number): ChargedLimits {
    const { projectId, rateLimit, quota } = caller;
    const rule = this.rules.ofCredential(rateLimit, kind);
    const project = projectId === null ? null : this.projectBucket(projectId, kind, now);
    return {
      kind,
      credentialRule: rule,
      credential: this.buckets.open(`${callerKey(caller)}:${kind}`, rule, now),
      projectRule: this.rules.ofProject(kind),
      project,
      quota: projectId === null ? null : this.quotas.leaseOf(projectId, kind, quota, now),
      policy: policyText(kind, rule, project === null ? null : this.rules.ofProject(kind), quota),
    };
  }

  private projectBucket(projectId: string, kind: OperationKind, now: number): RateBucket {
    let cached = this.projects.get(projectId);
    if (cached === undefined) this.projects.set(projectId, (cached = {}));
    return (cached[kind] ??= this.buckets.open(`${projectId}:${kind}`, this.rules.ofProject(kind), now));
  }

  private applyTerms(cached: CachedCaller, caller: LimitedCaller, now: number): void {
    const { projectId, rateLimit, quota } = caller;
    cached.rateLimit = rateLimit;
    cached.quota = quota;
    for (const kind of OPERATION_KINDS) {
      const limits = cached.limits[kind];
      if (limits === undefined) continue;
      const rule = this.rules.ofCredential(rateLimit, kind);
      if (rule.perSecond !== limits.credentialRule.perSecond) limits.credential.changeRule(rule, now);
      limits.credentialRule = rule;
      limits.quota = projectId === null ? null : this.quotas.leaseOf(projectId, kind, quota, now);
      limits.policy = policyText(kind, rule, limits.project === null ? null : limits.projectRule, quota);
    }
  }
}

/** Compares identities: a snapshot that changes is replaced, never modified. */
function hasSameTerms(cached: CachedCaller, { rateLimit, quota, projectId }: LimitedCaller): boolean {
  return cached.rateLimit === rateLimit && (cached.quota === quota || projectId === null);
}
