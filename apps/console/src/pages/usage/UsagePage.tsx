import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { serverClock } from '../../api/server-time.js';
import { useMay } from '../../api/session.js';
import { StackedBars } from '../../charts/StackedBars.js';
import { stacksOf } from '../../charts/stacks.js';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import { FilterBar, type Filter } from '../../components/FilterBar.js';
import { Loaded } from '../../components/Loaded.js';
import { NameOf, useNames } from '../../components/NameOf.js';
import { Page, Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { Table, type Column } from '../../components/Table.js';
import { TabLinks } from '../../components/TabLinks.js';
import { Time } from '../../components/Time.js';
import { useSearchChange } from '../../components/use-search-change.js';
import { shown as shownText } from '../../format/hostile-text.js';
import { wholeNumber } from '../../format/numbers.js';
import { LiveStatus } from '../../live/LiveStatus.js';
import { useLiveQueries } from '../../live/use-live.js';
import { countedBy } from './counted-by.js';
import { OUTCOMES, OUTCOME_COLOURS } from './outcomes.js';
import { ProjectsUsage, useCountedProjects } from './ProjectsUsage.js';
import { Quotas } from './Quotas.js';
import styles from './Usage.module.css';
import { PERIODS, periodBounds, type Period } from './usage-period.js';
import { totalsOf, type UsageEntry, type UsageGroup, type UsageTotal } from './usage-totals.js';
import { groupOf, queryOf } from './usage-query.js';

const FILTERS: readonly Filter[] = [
  { name: 'credential_id', label: 'Credential', names: ['crd', 'opr'], hint: 'Also lnk_… or oauth:…' },
  { name: 'error_code', label: 'Error code', hint: 'Such as record.not_found.' },
  { name: 'from', label: 'From', moment: true },
  { name: 'to', label: 'Until', moment: true },
  { name: 'granularity', label: 'Counted by', options: ['hour', 'day'] },
];

const TABS = [
  { value: '', label: 'By operation' },
  { value: 'credential_id', label: 'By credential' },
  { value: 'error_code', label: 'By error code' },
];

const BY_PROJECT = { value: 'project', label: 'By project' };

const CSV = [{ ending: 'csv', type: 'text/csv', label: 'CSV of each hour or day' }];
/** Milliseconds between two refetches, so that figures stay readable. */
const REFRESH = 15_000;

/** Usage and quotas. */
export function UsagePage() {
  const search = useSearch({ from: '/shell/usage' });
  const mayRead = useMay('read');
  const may = useMay('audit') || mayRead;
  const hasOthers = useCountedProjects().length > 1;
  const isByProject = hasOthers && search.group_by === BY_PROJECT.value;
  const group = groupOf(search.group_by);
  const query = useMemo(() => queryOf(search, group), [search, group]);
  const usage = useAnswer(['usage', query], (api) => api.GET('/v1/usage', { params: { query } }), {
    enabled: may && !isByProject,
  });
  const state = useLiveQueries(['interactions'], ['usage'], { atMostEvery: REFRESH });
  const asked = { ...query, group_by: query.group_by?.join() };
  return (
    <Page
      title="Usage"
      lead="Requests, by operation and outcome. Days are those of UTC, as quotas count them; a batch counts as its items."
      beside={<LiveStatus state={state} />}
      actions={
        <>
          <CopyAsCurl call={{ path: '/v1/usage', query: asked }} />
          <DownloadMenu name="usage" path="/v1/usage" query={asked} formats={CSV} />
        </>
      }
    >
      <div className={styles.bar}>
        <Periods />
        <FilterBar filters={FILTERS} />
      </div>
      <Quotas />
      <TabLinks
        name="group_by"
        current={isByProject ? BY_PROJECT.value : (group ?? '')}
        tabs={hasOthers ? [...TABS, BY_PROJECT] : TABS}
        label="What usage is grouped by"
      />
      {isByProject ? (
        <ProjectsUsage query={query} />
      ) : (
        <Loaded query={usage} lines={18}>
          {(answer) => <Answer usage={answer} group={group} />}
        </Loaded>
      )}
    </Page>
  );
}

function Answer({ usage, group }: { usage: Schemas['Usage']; group: UsageGroup | null }) {
  const { data, granularity, counted_until: until } = usage;
  const names = useNames(...(group === 'credential_id' ? ['crd', 'opr'] : []));
  if (data.length === 0) {
    return (
      <EmptyState
        title="No requests in this time"
        call={{ method: 'POST', path: '/v1/records/verify', body: { record_id: 'rec_…' } }}
      >
        <p>Choose a longer time, or send a request: it is counted within a second or two.</p>
      </EmptyState>
    );
  }
  const nameOf = (entry: UsageEntry): string => (group === null ? entry.operation : (entry[group] ?? 'none'));
  const shown = group === 'error_code' ? data.filter(({ outcome }) => outcome !== 'succeeded') : data;
  return (
    <>
      <div className={styles.charts}>
        <StackedBars
          title="By outcome"
          granularity={granularity}
          colours={OUTCOME_COLOURS}
          stacks={stacksOf(
            countedBy(data, ({ outcome }) => outcome),
            usage,
            OUTCOMES,
          )}
        />
        <StackedBars
          title={TABS.find(({ value }) => value === (group ?? ''))?.label ?? ''}
          granularity={granularity}
          stacks={stacksOf(countedBy(shown, nameOf), usage)}
          nameOf={(name) => shownText(names.get(name) ?? name)}
        />
      </div>
      <Section title="Totals">
        <Table
          label="Usage"
          columns={columnsFor(group)}
          items={totalsOf(data, group).slice(0, MOST_ROWS)}
          keyOf={({ operation, outcome, group: of }) => `${operation} ${outcome} ${of ?? ''}`}
        />
        <p className="note">
          Counted until <Time at={until} exact />: everything that was answered before is in the figures.
        </p>
      </Section>
    </>
  );
}

/** Rows shown at most; the export has all. */
const MOST_ROWS = 200;

function Periods() {
  const search = useSearch({ from: '/shell/usage' });
  const change = useSearchChange();
  const choose = (period: Period) => change({ ...periodBounds(period, serverClock.read()), to: undefined });
  const now = serverClock.read();
  return (
    <div className={`row ${styles.periods}`} role="group" aria-label="Period">
      {(Object.keys(PERIODS) as Period[]).map((period) => {
        const { from, granularity } = periodBounds(period, now);
        const isDefault = search.from === undefined && period === '7d';
        const isChosen = isDefault || (search.from === from && search.granularity === granularity);
        return (
          <Button key={period} size="s" aria-pressed={isChosen} onClick={() => choose(period)}>
            {PERIODS[period].label}
          </Button>
        );
      })}
    </div>
  );
}

function columnsFor(group: UsageGroup | null): readonly Column<UsageTotal>[] {
  return [
    ...(group === null
      ? []
      : [
          {
            title: group === 'credential_id' ? 'Credential' : 'Error code',
            cell: ({ group: of }: UsageTotal) => {
              if (of === null || of === undefined) return '—';
              return group === 'credential_id' ? <NameOf id={of} /> : <code>{of}</code>;
            },
          },
        ]),
    {
      title: 'Operation',
      cell: ({ operation, outcome, group: of }) => (
        <Link
          to="/history"
          search={{
            operation,
            outcome,
            ...(group === null || of === null || of === undefined ? {} : { [group]: of }),
          }}
        >
          <code>{operation}</code>
        </Link>
      ),
    },
    {
      title: 'Outcome',
      cell: ({ outcome }) => <State state={outcome} tone={outcome === 'succeeded' ? 'good' : 'warn'} />,
    },
    { title: 'Requests', align: 'end', cell: ({ requests }) => wholeNumber(requests) },
    { title: 'Items', align: 'end', cell: ({ items }) => wholeNumber(items) },
  ];
}
