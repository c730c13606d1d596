import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ActButton, Button } from '../../components/Button.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ExportMenu } from '../../components/ExportMenu.js';
import { FilterBar, type Filter } from '../../components/FilterBar.js';
import { wordOf } from '../../components/State.js';
import { ListTable } from '../../components/Table.js';
import { Tile, Tiles } from '../../components/Tile.js';
import { Time } from '../../components/Time.js';
import { useSearchChange } from '../../components/use-search-change.js';
import { MOST_WAITING, counted, waitingNumber, wholeNumber } from '../../format/numbers.js';
import { DELIVERY_COLUMNS } from '../deliveries/delivery-columns.js';
import { AttemptChart } from './AttemptChart.js';
import { ReplayDialog, allFailed, useReplayCount } from './ReplayDialog.js';

/** The filters of the view of failed attempts. */
const FAILING = { state: 'pending,exhausted', attempted: 'true' };

const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      ...['pending', 'succeeded', 'exhausted', 'cancelled'].map((value) => ({ value, label: wordOf(value) })),
      { value: FAILING.state, label: 'pending or failed' },
    ],
  },
  {
    name: 'attempted',
    label: 'Attempts',
    options: [
      { value: 'true', label: 'at least one' },
      { value: 'false', label: 'none' },
    ],
  },
  { name: 'event_type', label: 'Event', events: 'types' },
  { name: 'from', label: 'Created from', moment: true },
  { name: 'to', label: 'Created before', moment: true },
];

type Summary = Schemas['SubscriptionSummary'];

/** The deliveries of a subscription, newest first, with their totals. */
export function Deliveries({
  id,
  isActive,
  summary,
}: {
  id: string;
  isActive: boolean;
  summary: Summary | undefined;
}) {
  const { state, attempted, event_type, from, to } = useSearch({ from: '/shell/subscriptions/$id' });
  const change = useSearchChange();
  const filters = { state, attempted, event_type, from, to } as object;
  const deliveries = useList<Schemas['Delivery']>(
    ['deliveries', 'of', id, filters],
    (api, cursor) =>
      api.GET('/v1/deliveries', {
        params: { query: { subscription_id: id, ...filters, ...cursor, limit: 50 } },
      }),
    { refetchInterval: 10_000 },
  );
  const isFailing = state === FAILING.state && attempted === FAILING.attempted;
  const [isRetrying, setRetrying] = useState(false);
  const [span] = useState(allFailed);
  // The total counts those that were retried since, too.
  const failed = useReplayCount(id, span, isActive && (summary?.exhausted ?? 0) > 0);
  const isFiltered = [state, attempted, event_type, from, to].some((each) => each !== undefined);
  return (
    <>
      {summary !== undefined && <Totals summary={summary} />}
      <AttemptChart id={id} />
      <div className="row">
        <Button
          aria-pressed={isFailing}
          onClick={() => change(isFailing ? { state: undefined, attempted: undefined } : FAILING)}
        >
          Failed attempts
        </Button>
        <FilterBar filters={FILTERS} />
        <ExportMenu name="deliveries" list={deliveries} />
        {(failed.data?.deliveries ?? 0) > 0 && (
          <ActButton needs="subscribe" icon="refresh" onClick={() => setRetrying(true)}>
            Retry all failed…
          </ActButton>
        )}
      </div>
      {isRetrying && <ReplayDialog id={id} span={span} onClose={() => setRetrying(false)} />}
      <ListTable
        label="Deliveries"
        list={deliveries}
        total={isFiltered || summary === undefined ? undefined : totalOf(summary)}
        columns={DELIVERY_COLUMNS}
        keyOf={(delivery) => delivery.id}
        empty={
          isFiltered ? (
            <EmptyState title="No delivery fits these filters" />
          ) : !isActive ? (
            <EmptyState title="Nothing was delivered">
              Deliveries go to active subscriptions alone.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing was delivered yet"
              call={{ method: 'POST', path: `/v1/subscriptions/${id}/test`, body: {} }}
            >
              The next event of its categories is. Or send a test:
            </EmptyState>
          )
        }
      />
    </>
  );
}

function totalOf({ pending, succeeded, exhausted, cancelled, counted_since }: Summary): string {
  const isWhole = counted_since === null && pending < MOST_WAITING;
  return wholeNumber(pending + succeeded + exhausted + cancelled) + (isWhole ? '' : '+');
}

function Totals({ summary }: { summary: Summary }) {
  const { pending, succeeded, exhausted, cancelled, attempts, failed_attempts, counted_since } = summary;
  const rate = Math.floor((100 * (attempts - failed_attempts)) / attempts);
  return (
    <>
      <Tiles>
        <Tile label="Attempts that succeeded" value={attempts === 0 ? '—' : `${rate} %`}>
          {wholeNumber(failed_attempts)} of {counted(attempts, 'attempt')} failed
        </Tile>
        <Tile label="Deliveries waiting" value={waitingNumber(pending)}>
          for the first attempt or a retry
        </Tile>
        <Tile label="Deliveries that succeeded" value={wholeNumber(succeeded)} />
        <Tile label="Deliveries that failed for good" value={wholeNumber(exhausted)}>
          after their last retry{cancelled > 0 && `, and ${wholeNumber(cancelled)} cancelled`}
        </Tile>
      </Tiles>
      {counted_since !== null && (
        <p className="note">
          Counted since <Time at={counted_since} exact />; there are more before.
        </p>
      )}
    </>
  );
}
