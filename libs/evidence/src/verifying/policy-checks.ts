import { EvidenceError } from '../evidence-error.js';
import { requireCurrent } from '../policy/index.js';
import { Checklist, CheckFailed, NotChecked, Passed } from './checklist.js';
import { refusedReport } from './first-line.js';
import { NEWEST_CHECKS } from './options.js';
import type { CheckName, Report } from './report.js';
import type { Clock } from './time-checks.js';
import type { AcceptedPolicy, Trust } from './trust.js';

/** The checks of the verifier's own policy. */
export type PolicyCheck = Extract<CheckName, `policy.${string}`>;

/** Which check an error of `openPolicy` or `requireCurrent` fails; null for another error. */
export function policyCheckOf(error: unknown): PolicyCheck | null {
  if (!(error instanceof EvidenceError)) return null;
  if (error.code === 'policy.unsigned') return 'policy.signature';
  if (error.code === 'policy.replaced') return 'policy.version';
  return error.code === 'policy.expired' || error.code === 'policy.future' ? 'policy.expiry' : null;
}

/** The report on evidence that was not looked at, since the verifier's policy was refused. */
export function refusedPolicyReport(check: PolicyCheck, why: string): Report {
  const list = new Checklist();
  list.take(check, [], () => {
    throw new CheckFailed(why);
  });
  return refusedReport(list.report([], NEWEST_CHECKS, { cosigned: 0, pinned: 0 }));
}

/** The policy's own key signed it, and the key that the reader had pinned. A policy that is not accepted gives no trust. */
export function checkPolicySignature(trust: Trust): Passed<null> {
  return new Passed(null, `key ${acceptedPolicy(trust).fingerprint}`);
}

/** The reader has accepted no newer policy. */
export function checkPolicyVersion(trust: Trust): Passed<null> {
  return new Passed(null, `version ${acceptedPolicy(trust).version}`);
}

/** The policy is neither expired nor of the future, by the verifier's clock. */
export function checkPolicyExpiry(trust: Trust, { now, slack }: Clock, isAllowed = false): Passed<null> {
  const policy = acceptedPolicy(trust);
  try {
    requireCurrent(policy, now, slack);
  } catch (error) {
    if (!isAllowed || !(error instanceof EvidenceError) || error.code !== 'policy.expired') throw error;
    throw new NotChecked('it has expired, which is allowed', policy.expires);
  }
  return new Passed(null, `until ${policy.expires}`);
}

function acceptedPolicy({ policy }: Trust): AcceptedPolicy {
  if (policy === null) throw new NotChecked('what is pinned does not come from a signed policy');
  return policy;
}
