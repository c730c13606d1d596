import type { AuthorityStanding } from '../elements/authority-standing.js';
import type { RecordElementContent } from '../elements/record-element.js';
import {
  judgeRecord,
  renderVerdict,
  VERDICT_REASONS,
  VERDICT_WARNINGS,
  type Verdict,
  type VerdictBasis,
} from '../verdict.js';
import type { Envelope } from './envelope.js';

/** Why a verdict with codes that are not known here is not checked. */
export const NOT_UNDERSTOOD = 'signed by the service, and not understood here';

const isReason = (code: string): boolean => Object.hasOwn(VERDICT_REASONS, code);
const isWarning = (code: string): boolean => Object.hasOwn(VERDICT_WARNINGS, code);

/** The codes of a verdict that are not known here: the service may learn more. */
export function unknownCodes({ reasons, warnings }: Verdict): string[] {
  return [...reasons.filter((code) => !isReason(code)), ...warnings.filter((code) => !isWarning(code))];
}

/** What of an authority's standing a verdict depends on. */
type Standing = Pick<AuthorityStanding, 'compromisedAtEvent' | 'validAtEvent' | 'validNow'>;

/** The verdicts that are possible for a record, where several standings of its authority are. */
export function possibleVerdicts(
  known: Pick<VerdictBasis, 'state' | 'successorId'>,
  standings: readonly Standing[],
  { provenance, lookup }: Envelope['evidence'],
): Verdict[] {
  // The answer lacks the provenance, so both values are possible.
  const verified = provenance === undefined ? [true, false] : [provenance.verified];
  const logged = provenance === undefined ? [true, false] : [provenance.receipt !== null];
  return standings.flatMap((authority) =>
    verified.flatMap((v) =>
      logged.map((l) => judgeRecord({ ...known, authority, lookup: lookup ?? null, verified: v, logged: l })),
    ),
  );
}

/** The possible verdict that a verdict is, but for codes that are not known here; undefined where it is none. */
export function verdictAmong(verdict: Verdict, possible: readonly Verdict[]): Verdict | undefined {
  if (verdict.result === 'passed' && verdict.reasons.length > 0) return undefined;
  return possible.find((each) => renderVerdict(knownPart(verdict, each)) === renderVerdict(each));
}

/** A verdict without unknown codes. A reason that is not known makes it `failed`, and can be its only one. */
function knownPart({ result, reasons, warnings, successor_id }: Verdict, expected: Verdict): Verdict {
  const known = reasons.filter(isReason);
  return {
    result: result === 'failed' && known.length < reasons.length ? expected.result : result,
    reasons: known,
    warnings: warnings.filter(isWarning),
    ...(successor_id === undefined ? {} : { successor_id }),
  };
}

const STANDINGS: readonly Standing[] = [
  { compromisedAtEvent: false, validAtEvent: true, validNow: true },
  { compromisedAtEvent: false, validAtEvent: true, validNow: false },
  { compromisedAtEvent: false, validAtEvent: false, validNow: false },
  { compromisedAtEvent: true, validAtEvent: false, validNow: false },
];

/** Whether a verdict follows from the other members of the answer, as far as they tell; this needs no chain. */
export function followsFromAnswer(
  { evidence, record }: Envelope,
  newest: RecordElementContent | undefined,
): boolean {
  const { verdict, authority } = evidence;
  if (verdict === undefined) return true;
  const standings = STANDINGS.filter(
    ({ validAtEvent, validNow }) =>
      authority === undefined ||
      (validAtEvent === authority.valid_at_event && (!validAtEvent || validNow === authority.valid_now)),
  );
  const successorId = newest?.successor_id ?? verdict.successor_id ?? '';
  const possible = possibleVerdicts({ state: record.state, successorId }, standings, evidence);
  return verdictAmong(verdict, possible) !== undefined;
}
