import { useSearch } from '@tanstack/react-router';
import { Button } from '../../components/Button.js';
import { Page } from '../../components/Page.js';
import { PinNotice } from '../../verifying/PinNotice.js';
import { useTask } from '../../verifying/use-task.js';
import { GrowthChart } from './GrowthChart.js';
import { HeadFacts } from './LogHead.js';
import { Grown } from './LogGrowth.js';
import { Entry } from './LogEntry.js';
import { Signatures } from './LogSignatures.js';
import { Answered } from './Answered.js';

/** The transparency log as any stranger sees it, checked in this browser. */
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
