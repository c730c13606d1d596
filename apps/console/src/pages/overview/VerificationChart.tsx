import { BarsPlace, StackedBars } from '../../charts/StackedBars.js';
import { stacksOf } from '../../charts/stacks.js';
import { Loaded } from '../../components/Loaded.js';
import { countedBy } from '../usage/counted-by.js';
import { OUTCOMES, OUTCOME_COLOURS } from '../usage/outcomes.js';
import { isVerification } from '../usage/usage-totals.js';
import { useDay } from './overview-queries.js';

const TITLE = 'Verifications by hour';

/** Verifications of the last 24 hours, by hour and outcome. */
export function VerificationChart() {
  return (
    <Loaded query={useDay()} place={<BarsPlace title={TITLE} />}>
      {(answer) => (
        <StackedBars
          title={TITLE}
          granularity="hour"
          colours={OUTCOME_COLOURS}
          stacks={stacksOf(
            countedBy(answer.data.filter(isVerification), ({ outcome }) => outcome),
            answer,
            OUTCOMES,
          )}
        />
      )}
    </Loaded>
  );
}
