import type { OperationKind, Quota } from '@service/contracts';
import { DAY, secondsUntilMidnight } from '@service/platform/days';
import type { ChargedLimits } from './charge-limits.js';
import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/**
 * Header fields with the allowed and the remaining operations of a caller, in the syntax of
 * draft-ietf-httpapi-ratelimit-headers-10. As it is a draft, only this file depends on it.
 */
export type LimitHeaders = Readonly<Record<string, string>>;

const SECONDS_A_DAY = DAY / 1_000;

/** Value of `RateLimit-Policy`; it changes only with the rules. */
export function policyText(
  kind: OperationKind,
  credential: RateRule,
  project: RateRule | null,
  quota: Quota,
): string {
  let text = `"${kind}"${allowed(credential)}`;
  if (project === null) return text;
  text += `, "project-${kind}"${allowed(project)}`;
  const operations = quota[kind];
  return operations === undefined ? text : `${text}, "quota-${kind}";q=${operations};w=${SECONDS_A_DAY}`;
}

/** Both fields; `t` is the number of seconds until a limit is full again. */
export function limitHeaders(limits: ChargedLimits, now: number): LimitHeaders {
  const { kind, credential, project, quota } = limits;
  let text = `"${kind}"${left(credential, limits.credentialRule, now)}`;
  if (project !== null) text += `, "project-${kind}"${left(project, limits.projectRule, now)}`;
  if (quota !== null) text += `, "quota-${kind}";r=${quota.remaining(now)};t=${secondsUntilMidnight(now)}`;
  return { 'ratelimit-policy': limits.policy, ratelimit: text };
}

function allowed({ perSecond, burst }: RateRule): string {
  return `;q=${burst};w=${Math.ceil(burst / perSecond)}`;
}

function left(bucket: RateBucket, { burst }: RateRule, now: number): string {
  const operations = Math.max(0, Math.floor(bucket.remaining(now)));
  return `;r=${operations};t=${Math.ceil(bucket.secondsUntil(burst, now))}`;
}
