import type { CheckName } from '@service/evidence';
import { useAsking } from '../../api/asking.js';
import { rawAnswer } from '../../api/client.js';
import { Button } from '../../components/Button.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Facts, Section } from '../../components/Page.js';
import { saveFile } from '../../components/save-file.js';
import { Time } from '../../components/Time.js';
import { environment } from '../../api/place.js';
import { counted, wholeNumber } from '../../format/numbers.js';
import { AuditPath } from '../../verifying/AuditPath.js';
import { ENTRIES_AT_MOST } from '../../verifying/messages.js';
import type { Verification } from './use-verification.js';
import styles from './Verify.module.css';

/** The place of the evidence in the log, and what this browser keeps of the log. */
export function LogProofs({
  verification: { view, result, findings },
  withEntries,
  onReadLog,
}: {
  verification: Verification;
  withEntries: boolean;
  onReadLog: () => void;
}) {
  if (view === null || result === null) return null;
  const [, size = '', , at = ''] = view.asOf.split(' ');
  const hasPassed = (check: CheckName) => findings.get(check)?.outcome === 'passed';
  const { cosigned, pinned } = result.report.witnesses;
  const isSmall = result.entries <= ENTRIES_AT_MOST;
  return (
    <Section title="In the public log">
      <Facts
        facts={[
          [
            'As of',
            <>
              log size {wholeNumber(Number(size))}
              {!Number.isNaN(Date.parse(at)) && (
                <>
                  , <Time key="t" at={at} exact />
                </>
              )}
            </>,
          ],
          [
            'Receipt',
            view.receipt === null
              ? 'none yet: the entry is not published'
              : `entry ${wholeNumber(view.receipt.index)} at log size ${wholeNumber(view.receipt.size)}`,
          ],
          ['Witnesses', pinned === 0 ? 'none configured' : `${cosigned} of ${pinned} cosigned`],
          [
            'This browser keeps',
            <>
              {result.pin.checkpoint === null
                ? 'no checkpoint yet'
                : `the checkpoint at log size ${wholeNumber(result.pin.size)}`}
              {result.pin.keptAt !== null && (
                <>
                  , read <Time key="k" at={result.pin.keptAt} />
                </>
              )}
              ; the log’s key, first seen <Time key="f" at={result.pin.firstSeenAt} />
            </>,
          ],
          ['Log', <code key="l">{view.log}</code>],
        ]}
      />
      {result.path !== null && (
        <details className={styles.others} open={!hasPassed('receipt.inclusion')}>
          <summary>
            Path of the receipt to the root <span>{counted(result.path.steps.length, 'step')}</span>
          </summary>
          <AuditPath {...result.path} isSigned={hasPassed('receipt.checkpoint')} />
        </details>
      )}
      <details className={styles.others}>
        <summary>
          Checkpoint{' '}
          <span>
            {counted(view.checkpoint.split('\n').filter((line) => line.startsWith('—')).length, 'signature')}
          </span>
        </summary>
        <CodeBlock text={view.checkpoint} what="checkpoint" />
      </details>
      {!withEntries && (
        <div className={styles.offer}>
          <Button onClick={onReadLog} disabled={!isSmall}>
            Read the whole log too
          </Button>
          <p>
            {isSmall
              ? `${counted(result.entries, 'entry', 'entries')}, ${wholeNumber(Math.ceil((result.entries * 66) / 1000))} kB: only the whole log shows that nothing newer was hidden, and that no history forks.`
              : `The log has ${wholeNumber(result.entries)} entries, more than a browser reads: use the command line with --online.`}
          </p>
        </div>
      )}
    </Section>
  );
}

/** Offers the evidence as files, for readers who trust neither the service nor this page. */
export function TakeAway({ verification: { view, text } }: { verification: Verification }) {
  const { busy, error, run } = useAsking();
  if (view === null) return null;
  const log = `/v1/log/${environment}`;
  const saveKeys = async () => {
    const { text: keys } = await rawAnswer(null, `${log}/keys`);
    saveFile('keys.json', 'application/json', keys);
  };
  return (
    <Section title="Verify it without this service">
      <p className={styles.caution}>
        Save both files, copy them to a machine of yours, and verify them without this service and without
        this page. Read the keys over a connection that you trust, once, and keep them.
      </p>
      <div className={styles.offer}>
        <Button icon="download" onClick={() => saveFile('bundle.json', 'application/json', text)}>
          bundle.json
        </Button>
        <Button icon="download" busy={busy} onClick={() => run(saveKeys)}>
          keys.json
        </Button>
      </div>
      {error !== null && <ErrorPanel error={error} />}
      <CodeBlock
        what="command that verifies the bundle"
        text={`npm run -s rvs -- bundle verify bundle.json --keys keys.json\n# or, where the package of docs/evidence.md is installed:\nnpx rvs bundle verify bundle.json --keys keys.json --online ${location.origin}${log}/ --require newest`}
      />
    </Section>
  );
}
