import { Link } from '@tanstack/react-router';
import { firstFailure } from '@service/evidence';
import { Places } from '../../components/Loaded.js';
import { NamedId } from '../../components/NameOf.js';
import { Panel } from '../../components/Page.js';
import { RecordVerdict, VerdictLine } from '../../components/RecordVerdict.js';
import { wordOf } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { ChangedBy } from '../history/ChangedBy.js';
import { counted } from '../../format/numbers.js';
import { faultInWords, isSigned, knownIn } from './answer.js';
import type { Verification } from './use-verification.js';
import styles from './Verify.module.css';

/** Whether the record is good, whether the evidence is intact, and what the service answered. */
export function Verdict({ verification }: { verification: Verification }) {
  return (
    <Panel>
      <div className={styles.answer} role="status" aria-live="polite">
        <Sentence verification={verification} />
        <p>{evidenceInWords(verification)}</p>
      </div>
      <Answer verification={verification} />
      <p className={styles.caution}>
        The code of this page comes from the server that it checks. The log’s key was pinned when this browser
        first saw it. If you trust neither, verify the bundle with the command below, on another machine.
      </p>
    </Panel>
  );
}

function Sentence({ verification: { result, view, reasons } }: { verification: Verification }) {
  if (result === null) return <VerdictLine good="waiting">Verifying in this browser…</VerdictLine>;
  const { report, reasonsHold } = result;
  if (report.good === null || view === null)
    return <VerdictLine good={false}>{faultInWords(report)}.</VerdictLine>;
  const known = knownIn(view, reasons, reasonsHold);
  return (
    <RecordVerdict
      verdict={{ ...view.claim, result: report.good ? 'passed' : 'failed' }}
      known={known}
      by={<ChangedBy id={view.recordId} at={known.changedAt} />}
    />
  );
}

function evidenceInWords({ result, progress }: Verification): string {
  if (progress !== null)
    return `Reading the log: ${progress.done} of ${counted(progress.of, 'entry', 'entries')}.`;
  if (result === null) return 'The evidence is being checked.';
  if (result.report.ok) return 'The evidence is intact.';
  const failure = firstFailure(result.report);
  if (failure?.outcome !== 'failed') return 'The evidence leaves open what was asked for.';
  const next =
    'Do not rely on it: verify the record by its id, or ask who gave you the evidence for it anew.';
  return `The evidence is not intact: ${failure.check} failed. ${next}`;
}

/** What the service answered; nothing of it before its signature has passed. */
function Answer({ verification: { result, view, lookup } }: { verification: Verification }) {
  if (view === null) return null;
  if (result === null) return <Places lines={1} />;
  if (!isSigned(result.report)) return null;
  const { recordId, verifiedAt, claim } = view;
  return (
    <div className="stack">
      <p>
        <NamedId id={recordId} name={view.record.at(-1)?.externalId} /> version {claim.version},{' '}
        {wordOf(claim.state)}
        {verifiedAt !== null && !Number.isNaN(Date.parse(verifiedAt)) && (
          <>
            , as of <Time at={verifiedAt} />
          </>
        )}
        {claim.successorId !== null && (
          <>
            ; replaced by{' '}
            <Link to="/verify" search={{ id: claim.successorId }}>
              {claim.successorId}
            </Link>
          </>
        )}
        .
        {result.report.good === null &&
          claim.verdict !== null &&
          ` The service says that the record is ${claim.verdict === 'passed' ? 'valid' : 'not valid'}.`}
      </p>
      {lookup !== null && (
        <p>
          Found by its {lookup.by.replaceAll('_', ' ')}, which{' '}
          {counted(lookup.matches, 'record has', 'records have')}
          {lookup.revoked_matches > 0 && <> ({lookup.revoked_matches} of them revoked)</>}: the service’s
          count, which nothing proves.
          {lookup.current ? '' : ' This record had it once, and has it no longer.'}
        </p>
      )}
    </div>
  );
}
