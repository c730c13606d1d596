import { useState } from 'react';
import { Button } from '../../components/Button.js';
import { Facts, Section } from '../../components/Page.js';
import { Time } from '../../components/Time.js';
import { wholeNumber } from '../../format/numbers.js';
import type { Consistency } from '../../verifying/messages.js';
import { Outcome } from '../../verifying/Outcome.js';
import { useTask } from '../../verifying/use-task.js';
import styles from './Log.module.css';
import { Answered } from './Answered.js';

/** Shows whether the log has only grown since this browser last checked it. */
export function Grown() {
  const [isAsked, setAsked] = useState(false);
  const task = useTask('consistency', isAsked ? {} : null);
  return (
    <Section
      title="Append-only"
      actions={
        <Button busy={task.isBusy} onClick={() => (isAsked ? task.again() : setAsked(true))}>
          Check consistency
        </Button>
      }
    >
      {task.answer === null && task.error === null ? (
        <p className="note">
          Proves, from the public tiles, that the log which this browser saw before is the beginning of the
          log now.
        </p>
      ) : (
        <Answered task={task} lines={4}>
          {(consistency) => <ConsistencyShown {...consistency} />}
        </Answered>
      )}
    </Section>
  );
}

function ConsistencyShown({ holds, from, to, proof }: Consistency) {
  const isSame = from.size === to.size;
  return (
    <div className={styles.growth} data-holds={holds}>
      <Outcome holds={holds}>
        {holds
          ? isSame
            ? `It is the same log of ${wholeNumber(to.size)} entries.`
            : `It only grew: nothing of the first ${wholeNumber(from.size)} entries was changed.`
          : 'The log was rewritten: what this browser saw is not its beginning. Keep this browser’s data, and alert your security team.'}
      </Outcome>
      <Facts
        facts={[
          [
            'Kept',
            <>
              {wholeNumber(from.size)} entries, root <code key="a">{from.root.slice(0, 16)}…</code>
              {from.keptAt !== null && (
                <>
                  , <Time key="b" at={from.keptAt} />
                </>
              )}
            </>,
          ],
          [
            'Now',
            <>
              {wholeNumber(to.size)} entries, root <code key="c">{to.root.slice(0, 16)}…</code>
            </>,
          ],
          [
            'Proof',
            proof.length === 0 ? (
              'none is needed'
            ) : (
              <ol key="p" role="list" className="row">
                {proof.map((hash) => (
                  <li key={hash}>
                    <code title={hash}>{hash.slice(0, 12)}…</code>
                  </li>
                ))}
              </ol>
            ),
          ],
        ]}
      />
    </div>
  );
}
