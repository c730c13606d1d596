import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asJson } from '../../api/as-json.js';
import { useList } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { FilterBar } from '../../components/FilterBar.js';
import { Page } from '../../components/Page.js';
import { ListTable, Table } from '../../components/Table.js';
import { counted } from '../../format/numbers.js';
import { whoMay } from '../../format/roles.js';
import { LiveStatus } from '../../live/LiveStatus.js';
import { ChainCheck } from './ChainCheck.js';
import styles from './History.module.css';
import { FILTERS, filtersOf, type HistoryFilters } from './history-filters.js';
import { columns } from './history-columns.js';
import type { Line } from './interaction-line.js';
import { LinkCheckPanel } from './LinkCheckPanel.js';
import { MOST_ROWS } from './live-rows.js';
import { useLiveRows } from './use-live-rows.js';

const LEAD =
  'What was changed or refused, by whom. Lines are chained and sealed in the log, so that an edited or removed line is found.';

const FORMATS = [
  { ending: 'csv', type: 'text/csv', label: 'CSV of all that matches' },
  { ending: 'ndjson', type: 'application/x-ndjson', label: 'NDJSON, whose links can be checked' },
];

/** The interaction history: who asked for what, and with which outcome. */
export function HistoryPage() {
  const { live, ...search } = useSearch({ from: '/shell/history' });
  const filters = filtersOf(search);
  const navigate = useNavigate();
  const isLive = live === 'on' && search.to === undefined;
  const set = (changes: object) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    } as never);
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
            label="Reads and verifications"
            checked={filters.reads !== false}
            disabled={search.operation !== undefined}
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
      {isLive ? (
        <LiveList key={JSON.stringify(filters)} filters={filters} />
      ) : (
        <PagedList filters={filters} onReads={() => set({ reads: 'shown' })} />
      )}
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

function PagedList({ filters, onReads }: { filters: HistoryFilters; onReads: () => void }) {
  const list = useList<Line>(['interactions', filters], (api, cursor) =>
    asJson(api.GET('/v1/interactions', { params: { query: { ...filters, limit: 50, ...cursor } } })),
  );
  const { reads, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const showReads = reads === false && <Button onClick={onReads}>Show reads, too</Button>;
  return (
    <>
      <ListTable
        label="Interactions"
        columns={columns}
        list={list}
        keyOf={({ request_id }) => request_id}
        empty={
          isFiltered && !list.hasMore ? (
            <EmptyState title="Nothing matches these filters" action={showReads}>
              <p>Remove one of the filters, or choose another time.</p>
            </EmptyState>
          ) : list.hasMore ? (
            <EmptyState
              title="Nothing found so far"
              action={
                <Button onClick={list.loadMore} busy={list.isLoadingMore}>
                  Search further back
                </Button>
              }
            />
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

function LiveList({ filters }: { filters: HistoryFilters }) {
  const top = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const isScrolled = useIsAbove(top);
  const isPaused = isHeld || isScrolled;
  const { list, isLoading, error, state, showAll } = useLiveRows(filters, isPaused);
  const { rows, waiting, isCut } = list;
  const show = () => {
    setHeld(false);
    showAll();
    // The top of the list, below the page's heading.
    if (isScrolled) top.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className={styles.rows}>
      <div className={styles.live} ref={top}>
        <LiveStatus state={state} />
        <Button size="s" icon={isHeld ? 'play' : 'pause'} onClick={() => (isHeld ? show() : setHeld(true))}>
          {isHeld ? 'Go on' : 'Pause'}
        </Button>
        <span className={styles.note}>
          {isPaused ? 'Paused: rows stay where they are.' : 'Pauses when you scroll down.'}
        </span>
      </div>
      <WaitingCount count={waiting.length} />
      {error !== null && <ErrorPanel error={error} />}
      <div className={styles.waiting}>
        {waiting.length > 0 && (
          <Button look="primary" size="s" onClick={show}>
            {waiting.length >= MOST_ROWS ? `${MOST_ROWS} or more new` : `${waiting.length} new`}
          </Button>
        )}
      </div>
      {rows.length === 0 && !isLoading ? (
        <EmptyState title="Nothing yet">
          <p>New requests appear here by themselves.</p>
        </EmptyState>
      ) : (
        <Table
          label="Interactions, live"
          columns={columns}
          items={rows}
          keyOf={({ request_id }) => request_id}
          waitingRows={isLoading ? 8 : 0}
        />
      )}
      {isCut && (
        <p className={styles.note}>The newest {MOST_ROWS} are shown. Turn Live off to read further back.</p>
      )}
    </div>
  );
}

/** Milliseconds between two announcements for screen readers. */
const SAY_EVERY = 10_000;

/** Announces the number of waiting rows to screen readers. */
function WaitingCount({ count }: { count: number }) {
  const latest = useRef(count);
  latest.current = count;
  const [said, setSaid] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), SAY_EVERY);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="visually-hidden" role="status">
      {said === 0 ? '' : counted(said, 'new interaction')}
    </span>
  );
}

/** Whether an element is scrolled out of view at the top. */
function useIsAbove(element: React.RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    const observed = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setAbove(!entry.isIntersecting && entry.boundingClientRect.top < 200);
    });
    if (element.current !== null) observed.observe(element.current);
    return () => observed.disconnect();
  }, [element]);
  return isAbove;
}
