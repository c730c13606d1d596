import { RECORD_STATES } from '@service/evidence';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { asJson } from '../../api/as-json.js';
import { useList } from '../../api/queries.js';
import type { Schemas } from '../../api/client.js';
import { ActButton } from '../../components/Button.js';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import { FilterBar, type Filter } from '../../components/FilterBar.js';
import { Page } from '../../components/Page.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import { ListTable, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { pairTexts, readPairs } from './metadata.js';
import { RegisterDialog } from './RegisterDialog.js';

type Record_ = Schemas['Record'];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: RECORD_STATES },
  { name: 'external_id', label: 'External id' },
  { name: 'authority_id', label: 'Authority', pattern: 'aut_.*', hint: 'An id: aut_…' },
  { name: 'content_digest', label: 'Content', pattern: 'sha256:[0-9a-f]{64}', hint: 'A digest: sha256:…' },
  { name: 'origin_prefix', label: 'Origin begins with' },
  { name: 'metadata', label: 'Metadata', hint: 'Pairs: team=checkout' },
  { name: 'from', label: 'Registered from', moment: true },
  { name: 'to', label: 'Registered before', moment: true },
  { name: 'updated_from', label: 'Changed from', moment: true },
  { name: 'updated_to', label: 'Changed before', moment: true },
];

const COLUMNS: readonly Column<Record_>[] = [
  {
    title: 'Record',
    nowrap: true,
    cell: ({ id }) => (
      <RowLink to="/records/$id" params={{ id }}>
        <code>{id}</code>
      </RowLink>
    ),
  },
  {
    title: 'External id',
    cell: ({ external_id }) => (external_id === null ? '—' : <ServerText text={external_id} length={60} />),
  },
  { title: 'State', nowrap: true, cell: ({ state }) => <State state={state} /> },
  { title: 'Version', align: 'end', cell: ({ version }) => version },
  {
    title: 'Authority',
    cell: ({ authority_id, issuer }) => (
      <RowLink to="/authorities/$id" params={{ id: authority_id }}>
        <ServerText text={issuer} length={40} />
      </RowLink>
    ),
  },
  { title: 'Changed', nowrap: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
];

const FORMATS = [
  { ending: 'csv', type: 'text/csv', label: 'CSV of all that matches' },
  { ending: 'ndjson', type: 'application/x-ndjson', label: 'NDJSON of all that matches' },
];

/** The records of the project, newest first. */
export function RecordsPage() {
  const { project: _project, ...search } = useSearch({ from: '/shell/records' });
  const navigate = useNavigate();
  const [isRegistering, setRegistering] = useState(false);
  const { metadata, ...filters } = search;
  const pairs = metadata === undefined ? {} : { metadata: pairTexts(readPairs(metadata)) };
  const query = { ...filters, ...pairs };
  const records = useList<Record_>(['records', search], (api, cursor) =>
    asJson(api.GET('/v1/records', { params: { query: { ...query, ...cursor, limit: 50 } as object } })),
  );
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page
      title="Records"
      lead="What was registered, by whom, and whether it is still good."
      actions={
        <>
          <DownloadMenu name="records" path="/v1/records" query={query} formats={FORMATS} />
          <ActButton needs="write" look="primary" icon="plus" onClick={() => setRegistering(true)}>
            Register
          </ActButton>
        </>
      }
    >
      <FilterBar filters={FILTERS} />
      <ListTable
        label="Records"
        list={records}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState title="No record fits these filters">
              <p>Remove one, or clear all.</p>
            </EmptyState>
          ) : (
            <EmptyState
              title="No records yet"
              call={{
                method: 'POST',
                path: '/v1/records',
                body: { authority_id: 'aut_…', origin: 'https://my.example/1', content: 'What is stated' },
              }}
            >
              <p>A record needs an authority that issues it. Register the first one here, or by the API.</p>
            </EmptyState>
          )
        }
      />
      {isRegistering && (
        <RegisterDialog
          onClose={() => setRegistering(false)}
          onRegistered={({ id }) => void navigate({ to: '/records/$id', params: { id } })}
        />
      )}
    </Page>
  );
}
