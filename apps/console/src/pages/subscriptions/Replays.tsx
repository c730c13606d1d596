import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct, useAnswer, useList } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { ActDialog } from '../../components/Dialog.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Checkbox, Field } from '../../components/Field.js';
import { Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { ListTable, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { useZone } from '../../components/zone.js';
import { ZONE_HINTS, fromInput, toInput } from '../../format/input-times.js';
import { counted, wholeNumber } from '../../format/numbers.js';
import { serverClock } from '../../api/server-time.js';
import styles from './Subscriptions.module.css';

type Replay = Schemas['Replay'];
type Subscription = Schemas['Subscription'];

const DAY = 86_400_000;

const COLUMNS: readonly Column<Replay>[] = [
  { title: 'Requested', nowrap: true, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Span',
    cell: ({ from, to }) => (
      <>
        <Time at={from} exact /> to <Time at={to} exact />
      </>
    ),
  },
  { title: 'What', cell: ({ only_failed }) => (only_failed ? 'what failed' : 'everything') },
  { title: 'Progress', cell: (replay) => <Progress replay={replay} /> },
  {
    title: 'State',
    cell: ({ state }) => <State state={state} tone={state === 'running' ? 'busy' : 'quiet'} />,
  },
];

/** The replays of a subscription with their progress, and a new one. */
export function Replays({ subscription }: { subscription: Subscription }) {
  const { id } = subscription;
  const [isOpen, setOpen] = useState(false);
  const replays = useList<Replay>(
    ['replays', id],
    (api, cursor) =>
      api.GET('/v1/subscriptions/{id}/replays', {
        params: { path: { id }, query: { ...cursor, limit: 20 } },
      }),
    { refetchInterval: 5_000 },
  );
  return (
    <Section
      title="Replays"
      actions={
        subscription.state === 'active' && (
          <ActButton needs="subscribe" onClick={() => setOpen(true)}>
            Replay…
          </ActButton>
        )
      }
    >
      <ListTable
        label="Replays"
        list={replays}
        columns={COLUMNS}
        keyOf={(replay) => replay.id}
        empty={
          <EmptyState title="Nothing was replayed">
            What happened in a span is delivered once more, under the same event ids, so that receivers know
            what they have.
          </EmptyState>
        }
      />
      {isOpen && <ReplayDialog id={id} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Progress({ replay }: { replay: Replay }) {
  const { planned, pending, succeeded, exhausted } = replay;
  const said = `${wholeNumber(planned - pending)} of ${wholeNumber(planned)}`;
  return (
    <span className={styles.stack}>
      <progress
        className={styles.bar}
        max={Math.max(planned, 1)}
        value={planned - pending}
        aria-label={said}
      />
      <span className={styles.note}>
        {said}: {wholeNumber(succeeded)} succeeded, {wholeNumber(exhausted)} failed
      </span>
    </span>
  );
}

/** Counts the deliveries of a replay, then requests it. */
function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const zone = useZone();
  const [since, setSince] = useState(() => toInput(new Date(serverClock.read() - DAY).toISOString(), zone));
  const [until, setUntil] = useState('');
  const [isFailed, setFailed] = useState(false);
  const from = fromInput(since, zone);
  const to = fromInput(until, zone);
  const span = { from, ...(to === '' ? {} : { to }), only_failed: isFailed };
  const count = useAnswer(
    ['replay-count', id, span],
    (api) => api.GET('/v1/subscriptions/{id}/replays/count', { params: { path: { id }, query: span } }),
    { enabled: from !== '' },
  );
  const replay = useAct(
    (api, _input: void) =>
      api.POST('/v1/subscriptions/{id}/replays', { params: { path: { id } }, body: span }),
    ['replays', 'deliveries', 'standings'],
  );
  const known = count.data;
  return (
    <ActDialog
      title="Replay deliveries"
      act={
        known === undefined
          ? 'Replay'
          : `Replay ${known.complete ? '' : 'at least '}${counted(known.deliveries, 'event')}`
      }
      busy={replay.isPending}
      error={replay.error}
      onAct={() => replay.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        Everything of the span is delivered once more, in order, under the same event ids.
      </p>
      <Field
        label="Since"
        type="datetime-local"
        step={1}
        hint={`${ZONE_HINTS[zone]} At most 30 days back.`}
        value={since}
        onChange={(event) => setSince(event.target.value)}
        issue={count.error?.issueOf('from')}
        required
      />
      <Field
        label="Until"
        type="datetime-local"
        step={1}
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
        {known === undefined
          ? 'Counting…'
          : known.deliveries === 0
            ? 'Nothing in this span would be delivered.'
            : `${known.complete ? '' : 'At least '}${counted(known.deliveries, 'event')} would be delivered.`}
      </p>
      {count.error !== null && count.error.issueOf('from') === undefined && (
        <ErrorPanel error={count.error} />
      )}
    </ActDialog>
  );
}
