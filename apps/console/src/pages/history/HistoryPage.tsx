import { useSearch } from '@tanstack/react-router';
import { useList } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import { FilterBar } from '../../components/FilterBar.js';
import { Page } from '../../components/Page.js';
import { ListTable } from '../../components/Table.js';
import { useSearchChange } from '../../components/use-search-change.js';
import { whoMay } from '../../format/roles.js';
import { LiveStatus } from '../../live/LiveStatus.js';
import { useLiveQueries } from '../../live/use-live.js';
import { ChainCheck } from './ChainCheck.js';
import styles from './History.module.css';
import { FILTERS, filtersOf, type HistoryFilters } from './history-filters.js';
import { columns } from './history-columns.js';
import type { Line } from './interaction-line.js';
import { LinkCheckPanel } from './LinkCheckPanel.js';

const LEAD =
  'What was changed or refused, by whom. Lines are chained and sealed in the log, so that an edited or removed line is found.';

const FORMATS = [
  { ending: 'csv', type: 'text/csv', label: 'CSV of all that matches' },
  { ending: 'ndjson', type: 'application/x-ndjson', label: 'NDJSON, whose links can be checked' },
];

/** Milliseconds between two readings of a live list. */
const REFRESH = 1_000;
/** Pixels from which a reader has scrolled down. */
const SCROLLED = 200;

/** The interaction history: who asked for what, and with which outcome. */
export function HistoryPage() {
  const { live, ...search } = useSearch({ from: '/shell/history' });
  const filters = filtersOf(search);
  const isLive = live === 'on' && search.to === undefined;
  const set = useSearchChange();
  if (!useMay('audit')) {
    return (
      <Page title="Activity" lead={LEAD}>
        <EmptyState title="Your role does not include the activity">
          <p>It shows what everybody did, so {whoMay('audit')} of the project reads it.</p>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="Activity"
      lead={LEAD}
      actions={
        <>
          <CopyAsCurl call={{ path: '/v1/interactions', query: filters }} />
          <DownloadMenu name="history" path="/v1/interactions" query={filters} formats={FORMATS} />
        </>
      }
    >
      <div className={styles.bar}>
        <FilterBar filters={FILTERS} />
        <div className="row">
          <Switch
            label="Reads, verifications, deliveries"
            checked={filters.reads !== false}
            disabled={search.operation !== undefined || search.channel === 'events'}
            onChange={(on) => set({ reads: on ? 'shown' : undefined })}
          />
          <Switch
            label="Live"
            checked={isLive}
            disabled={search.to !== undefined}
            onChange={(on) => set({ live: on ? 'on' : undefined })}
          />
        </div>
      </div>
      {isLive && <Live />}
      <List filters={filters} onReads={() => set({ reads: 'shown' })} />
      <ChainCheck />
    </Page>
  );
}

function Switch({
  label,
  onChange,
  ...input
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" role="switch" {...input} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

/** Reads the list again when there are new requests, unless somebody has scrolled down in it. */
function Live() {
  const state = useLiveQueries(['interactions'], ['interactions'], {
    atMostEvery: REFRESH,
    isHeld: () => scrollY > SCROLLED,
  });
  return (
    <p className="row">
      <LiveStatus state={state} />
      <span className="note">The list stays as it is while you are scrolled down.</span>
    </p>
  );
}

function List({ filters, onReads }: { filters: HistoryFilters; onReads: () => void }) {
  const list = useList<Line>(['interactions', filters], (api, cursor) =>
    api.GET('/v1/interactions', { params: { query: { ...filters, limit: 50, ...cursor } } }),
  );
  const { reads, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const showReads = reads === false && <Button onClick={onReads}>Show all</Button>;
  return (
    <>
      <ListTable
        label="Interactions"
        columns={columns}
        list={list}
        keyOf={({ request_id }) => request_id}
        empty={
          isFiltered ? (
            <EmptyState title="Nothing matches these filters" action={showReads}>
              <p>Remove one of the filters, or choose another time.</p>
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing has changed yet"
              action={showReads}
              call={{ method: 'POST', path: '/v1/records/verify', body: { record_id: 'rec_…' } }}
            >
              <p>Requests of this project’s credentials appear here a moment after their answers.</p>
            </EmptyState>
          )
        }
      />
      {list.items.length > 0 && <LinkCheckPanel lines={list.items} />}
    </>
  );
}
