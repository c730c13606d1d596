import { RECORD_STATES } from '@service/evidence';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ActButton } from '../../components/Button.js';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import { FilterBar, type Filter } from '../../components/FilterBar.js';
import { Page } from '../../components/Page.js';
import { ListTable } from '../../components/Table.js';
import { pairTexts, readPairs } from './metadata.js';
import { RECORD_COLUMNS, useRecords } from './record-list.js';
import { RegisterDialog } from './RegisterDialog.js';

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
  const records = useRecords(query);
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
        columns={RECORD_COLUMNS}
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
