import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { serverClock } from '../../api/server-time.js';
import { Button } from '../../components/Button.js';
import { ActDialog, Dialog, DialogActions } from '../../components/Dialog.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Checkbox, MomentField } from '../../components/Field.js';
import { Loaded } from '../../components/Loaded.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput, toInput } from '../../format/input-times.js';
import { counted, wholeNumber } from '../../format/numbers.js';
import styles from './Subscriptions.module.css';

type Replay = Schemas['Replay'];

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days back from which the API replays at most. */
const MOST_DAYS = 30;

interface Span {
  /** Empty until it is chosen. */
  from: string;
  to?: string;
  only_failed?: boolean;
}

/** Counts what was delivered in a span, delivers it once more, and follows that.
 *  @param span what to begin with; everything of the last day unless it is given. */
export function ReplayDialog({ id, span: first, onClose }: { id: string; span?: Span; onClose: () => void }) {
  const zone = useZone();
  const [since, setSince] = useState(() => toInput(first?.from ?? momentBefore(DAY), zone));
  const [until, setUntil] = useState('');
  const [isFailed, setFailed] = useState(first?.only_failed ?? false);
  const to = fromInput(until, zone);
  const span = { from: fromInput(since, zone), ...(to === '' ? {} : { to }), only_failed: isFailed };
  const count = useReplayCount(id, span, span.from !== '');
  const replay = useAct(
    (api, _input: void) =>
      api.POST('/v1/subscriptions/{id}/replays', { params: { path: { id } }, body: span }),
    ['replays', 'replay-count', 'deliveries', 'standings'],
  );
  const title = isFailed ? 'Retry failed deliveries' : 'Replay deliveries';
  if (replay.data !== undefined) return <Followed title={title} replay={replay.data} onClose={onClose} />;
  const known = count.data;
  const number = known && ` ${known.complete ? '' : 'at least '}${counted(known.deliveries, 'event')}`;
  const issue = count.error?.issueOf('from');
  return (
    <ActDialog
      title={title}
      act={`${isFailed ? 'Retry' : 'Replay'}${number ?? ''}`}
      isEmpty={known === undefined || known.deliveries === 0}
      busy={replay.isPending}
      error={replay.error}
      onAct={() => replay.mutate()}
      onClose={onClose}
    >
      <p className="note">
        {isFailed ? 'What failed in the span and was not retried since' : 'Everything of the span'} is
        delivered once more, in order, under the same event ids.
      </p>
      <MomentField
        label="From"
        hint={`${ZONE_HINTS[zone]} At most ${MOST_DAYS} days back.`}
        value={since}
        onChange={(event) => setSince(event.target.value)}
        issue={issue}
        required
      />
      <MomentField
        label="To"
        hint="Empty: to now."
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Checkbox
        label="Only what failed"
        hint="What the receiver acknowledged is left out."
        checked={isFailed}
        onChange={(event) => setFailed(event.target.checked)}
      />
      <p role="status">
        {count.isFetching ? 'Counting…' : known?.deliveries === 0 ? 'There is nothing to deliver.' : null}
      </p>
      {count.error !== null && issue === undefined && <ErrorPanel error={count.error} />}
    </ActDialog>
  );
}

/** What a replay of everything that has failed covers. */
export function allFailed(): Span {
  return { from: momentBefore(MOST_DAYS * DAY - MINUTE), only_failed: true };
}

/** How many deliveries a replay would have. */
export function useReplayCount(id: string, span: Span, enabled: boolean) {
  return useAnswer(
    ['replay-count', id, span],
    (api) => api.GET('/v1/subscriptions/{id}/replays/count', { params: { path: { id }, query: span } }),
    { enabled },
  );
}

/** Follows a replay until the dialog is closed. */
function Followed({ title, replay, onClose }: { title: string; replay: Replay; onClose: () => void }) {
  const { id } = replay;
  const query = useAnswer(
    ['replays', 'one', id],
    (api) => api.GET('/v1/replays/{id}', { params: { path: { id } } }),
    { refetchInterval: 2_000 },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={query} lines={2}>
        {(known) => (
          <>
            <Progress replay={known} />
            <p className="note" role="status">
              {known.state === 'running'
                ? 'It goes on when this is closed; the tab Replays shows it.'
                : `The replay is ${known.state}.`}
            </p>
          </>
        )}
      </Loaded>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** How many deliveries of a replay are over, and how they ended. */
export function Progress({ replay }: { replay: Replay }) {
  const { planned, pending, succeeded, exhausted } = replay;
  const said = `${wholeNumber(planned - pending)} of ${wholeNumber(planned)}`;
  return (
    <span className="stack">
      <progress
        className={styles.bar}
        max={Math.max(planned, 1)}
        value={planned - pending}
        aria-label={said}
      />
      <span className="note">
        {said}: {wholeNumber(succeeded)} succeeded, {wholeNumber(exhausted)} failed
      </span>
    </span>
  );
}

function momentBefore(milliseconds: number): string {
  return new Date(serverClock.read() - milliseconds).toISOString();
}
