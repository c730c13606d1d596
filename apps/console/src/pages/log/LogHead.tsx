import { IdText } from '../../components/IdText.js';
import { Facts, Section } from '../../components/Page.js';
import { Time } from '../../components/Time.js';
import { wholeNumber } from '../../format/numbers.js';
import type { Head } from '../../verifying/messages.js';
import { Outcome } from '../../verifying/Outcome.js';

/** The head of the log, and whether the pinned key signed it. */
export function HeadFacts({ head }: { head: Head }) {
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
