import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { ListTable, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { Progress, ReplayDialog } from './ReplayDialog.js';

type Replay = Schemas['Replay'];
type Subscription = Schemas['Subscription'];

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
