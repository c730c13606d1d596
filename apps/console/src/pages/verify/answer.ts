import { CHECKS, GROUP_TERMS, firstFailure, groupOf, type CheckName, type Report } from '@service/evidence';
import type { KnownRecord } from '../../format/verdict-words.js';
import type { EvidenceView } from '../../verifying/evidence-view.js';
import type { Verified } from '../../verifying/messages.js';
import type { Reason } from './use-verification.js';

/** Checks of the key that signed the answer, which come after the signature’s. */
const OF_THE_KEY: readonly CheckName[] = ['answer.key_time', 'keys.signatures', 'keys.publication'];

/** Whether the service gave the answer: its signature passed, and nothing failed that the signature rests on. */
export function isSigned({ checks }: Report): boolean {
  const last = CHECKS.indexOf('answer.signature');
  const restsOn = checks.filter(({ check }, index) => index <= last || OF_THE_KEY.includes(check));
  return checks[last]?.outcome === 'passed' && restsOn.every(({ outcome }) => outcome !== 'failed');
}

/** What is wrong with evidence that is not verified, as the beginning of a sentence. */
export function faultInWords(report: Report): string {
  const failure = firstFailure(report);
  if (failure === null) return 'Not verified: the evidence does not show whether the record is valid';
  const terms = GROUP_TERMS[groupOf(failure.check)];
  return `Not verified: ${failure.outcome === 'failed' ? terms.refused : terms.undecided}`;
}

/** What the evidence says of the record beside its verdict. Only a reason that its element names is taken. */
export function knownIn(
  { record, authorities }: EvidenceView,
  reasons: readonly Reason[],
  reasonsHold: Verified['reasonsHold'],
): KnownRecord {
  const newest = record.at(-1);
  if (newest === undefined) return {};
  const { sequence, occurredAt, expiresAt, authority } = newest;
  const holds = reasonsHold.includes(sequence);
  const ended = authorities.findLast(({ subjectId }) => subjectId === authority?.id);
  return {
    changedAt: occurredAt,
    reason: holds ? reasons.find((each) => each.sequence === sequence)?.reason : null,
    expiresAt,
    authority: ended && {
      id: ended.subjectId,
      issuer: ended.issuer ?? ended.subjectId,
      compromisedSince: ended.invalidSince,
      endedAt: ended.state === 'active' ? null : ended.occurredAt,
    },
  };
}
