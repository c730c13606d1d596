import { useSearch } from '@tanstack/react-router';
import { Button } from '../../components/Button.js';
import { IdText } from '../../components/IdText.js';
import { Facts, Page, Section } from '../../components/Page.js';
import { Time } from '../../components/Time.js';
import { wholeNumber } from '../../format/numbers.js';
import type { Head } from '../../verifying/messages.js';
import { Outcome } from '../../verifying/Outcome.js';
import { PinNotice } from '../../verifying/PinNotice.js';
import { useTask } from '../../verifying/use-task.js';
import { GrowthChart } from './GrowthChart.js';
import { Grown } from './LogGrowth.js';
import { Entry } from './LogEntry.js';
import { Signatures } from './LogSignatures.js';
import { Answered } from './Answered.js';

/** The transparency log as the public sees it, checked in this browser. */
export function LogPage() {
  const { entry } = useSearch({ from: '/shell/log' });
  const head = useTask('head', {});
  return (
    <Page
      title="Log"
      lead="Every change of a record, an authority or a key is an entry of one public log, which only grows. This page reads it without a credential, and checks it in this browser."
      actions={
        <Button icon="refresh" onClick={head.again}>
          Read again
        </Button>
      }
    >
      <Answered task={head} lines={8}>
        {(shown) => (
          <>
            <PinNotice decision={shown.decision} onAccepted={head.again} />
            <HeadFacts head={shown} />
          </>
        )}
      </Answered>
      <Grown />
      <GrowthChart />
      <Entry asked={entry ?? ''} />
      {head.answer !== null && <Signatures head={head.answer} />}
    </Page>
  );
}

/** The head of the log, and whether the pinned key signed it. */
function HeadFacts({ head }: { head: Head }) {
  const { size, root, origin, isSigned, decision, lines } = head;
  const seen = lines
    .flatMap(({ at, verdict }) => (at !== null && verdict === 'valid' ? [at] : []))
    .toSorted();
  const newest = seen.at(-1);
  return (
    <Section title="Head">
      <Facts
        facts={[
          [
            'Signature',
            <Outcome key="s" holds={isSigned}>
              {isSigned ? 'by the pinned key of the log' : 'not by the pinned key of the log'}
            </Outcome>,
          ],
          ['Entries', wholeNumber(size)],
          ['Root', <IdText key="r" id={root} what="root" />],
          ['Last cosigned', newest === undefined ? null : <Time at={newest} />],
          ['Log', <code key="o">{origin}</code>],
          [
            'Key pinned',
            <>
              <Time key="p" at={decision.pin.firstSeenAt} />
              {decision.kind === 'first' && ', at this first visit'}
            </>,
          ],
        ]}
      />
    </Section>
  );
}
