import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.js';
import { State } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { counted } from '../../format/numbers.js';
import type { Verification } from './use-verification.js';
import styles from './Verify.module.css';

/** The result of the verification and, apart from it, the service's verdict on the record. */
export function Verdict({ verification }: { verification: Verification }) {
  const { findings, phase, view, progress, result } = verification;
  const report = phase === 'done' ? (result?.report ?? null) : null;
  const count = (outcome: string) => [...findings.values()].filter((each) => each.outcome === outcome).length;
  const failed = [...findings.values()].find(({ outcome }) => outcome === 'failed');
  const tally = `${count('passed')} passed, ${count('not_checked')} not checked, ${count('failed')} failed`;
  const look = phase === 'done' ? (report?.ok === true ? 'good' : 'bad') : 'busy';
  return (
    <div className={styles.verdict} data-look={look}>
      {report !== null && (
        <p className={styles.summary} data-good={report.good}>
          {report.summary}
        </p>
      )}
      <div className={styles.line} role="status" aria-live="polite">
        <Icon name={look === 'good' ? 'verify' : look === 'bad' ? 'warning' : 'ring'} />
        <p>
          {look === 'busy' && (progress === null ? 'Verifying in this browser… ' : 'Reading the log… ')}
          {look === 'good' && <strong>Verified in this browser: </strong>}
          {look === 'bad' && <strong>Not verified in this browser: </strong>}
          {progress === null ? tally : `${progress.done} of ${counted(progress.of, 'entry', 'entries')}`}
          {phase === 'done' && failed !== undefined && (
            <>
              . First that failed: <code>{failed.check}</code>
              {failed.about !== undefined && <>, {failed.about}</>}
              {failed.why !== undefined && <> ({failed.why})</>}
            </>
          )}
        </p>
      </div>
      {view !== null && <Claim verification={verification} />}
      <p className={styles.caution}>
        The code of this page comes from the server that it checks. The log’s key was pinned when this browser
        first saw it. If you trust neither, verify the bundle with the command below, on another machine.
      </p>
    </div>
  );
}

/** The service's verdict: evidence can be valid for a record that is bad. */
function Claim({ verification: { view, lookup, findings, phase } }: { verification: Verification }) {
  if (view === null) return null;
  const { claim, recordId, verifiedAt } = view;
  const hasFailed = [...findings.values()].some(({ outcome }) => outcome === 'failed');
  const isSame = !hasFailed && findings.get('answer.verdict')?.outcome === 'passed';
  return (
    <div className={styles.claim}>
      <p>
        The service says:{' '}
        <State
          state={claim.verdict ?? 'unknown'}
          tone={claim.verdict === 'passed' ? 'good' : claim.verdict === 'failed' ? 'bad' : 'quiet'}
        >
          {claim.verdict === 'passed'
            ? 'this record is good'
            : claim.verdict === 'failed'
              ? 'this record is not good'
              : 'nothing about whether it is good'}
        </State>{' '}
        {verifiedAt !== null && !Number.isNaN(Date.parse(verifiedAt)) && <Time at={verifiedAt} />}
        {phase === 'done' && (isSame ? '; this browser comes to the same verdict.' : '.')}
      </p>
      <p>
        <Link to="/records/$id" params={{ id: recordId }}>
          {recordId}
        </Link>{' '}
        is <State state={claim.state} /> in version {claim.version}
        {claim.successorId !== null && (
          <>
            , replaced by{' '}
            <Link to="/verify" search={{ id: claim.successorId }}>
              {claim.successorId}
            </Link>
          </>
        )}
      </p>
      {[...claim.reasons, ...claim.warnings].length > 0 && (
        <ul role="list" className={styles.codes}>
          {claim.reasons.map((code) => (
            <li key={code}>
              <State state={code} tone="bad">
                <code>{code}</code>
              </State>
            </li>
          ))}
          {claim.warnings.map((code) => (
            <li key={code}>
              <State state={code} tone="warn">
                <code>{code}</code>
              </State>
            </li>
          ))}
        </ul>
      )}
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
