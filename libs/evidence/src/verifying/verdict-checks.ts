import { canonicalJson } from '../json/canonical-json.js';
import { VERDICT_REASONS, VERDICT_WARNINGS, type Verdict } from '../verdict.js';
import { CheckFailed } from './checklist.js';
import type { Envelope } from './envelope.js';

/** Why a verdict with codes that are not known here is not checked. */
export const NOT_UNDERSTOOD = 'signed by the service, and not understood here';

const isReason = (code: string): boolean => Object.hasOwn(VERDICT_REASONS, code);
const isWarning = (code: string): boolean => Object.hasOwn(VERDICT_WARNINGS, code);

/** The codes of a verdict that are not known here: the service may learn more. */
export function unknownCodes({ reasons, warnings }: Verdict): string[] {
  return [...reasons.filter((code) => !isReason(code)), ...warnings.filter((code) => !isWarning(code))];
}

/** A verdict without these codes. A reason that is not known makes it `failed`, and can be its only one. */
export function knownPart({ result, reasons, warnings, successor_id }: Verdict, expected: Verdict): Verdict {
  const known = reasons.filter(isReason);
  return {
    result: result === 'failed' && known.length < reasons.length ? expected.result : result,
    reasons: known,
    warnings: warnings.filter(isWarning),
    ...(successor_id === undefined ? {} : { successor_id }),
  };
}

/** The verdict does not contradict the evidence beside it; this needs no chain. */
export function checkVerdictAgrees({ evidence, record }: Envelope): void {
  const { verdict, authority, provenance, lookup } = evidence;
  if (verdict === undefined) return;
  const reasons: readonly string[] = verdict.reasons;
  const has = (code: string): boolean => reasons.includes(code);
  const stated = reasons.filter((code) => code.startsWith('record.') && isReason(code));
  const agrees =
    (verdict.result === 'passed') === (reasons.length === 0) &&
    canonicalJson(stated) === canonicalJson(record.state === 'active' ? [] : [`record.${record.state}`]) &&
    has('lookup.not_current') === (lookup?.current === false) &&
    (provenance === undefined || has('provenance.unverified') === !provenance.verified) &&
    (authority === undefined ||
      (has('authority.compromised') || has('authority.not_valid_at_event')) === !authority.valid_at_event);
  if (!agrees) {
    throw new CheckFailed(`${canonicalJson(verdict)} contradicts the evidence beside it`, record.id);
  }
}
