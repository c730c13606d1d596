import { RECORD_STATES } from '@service/evidence';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DownloadMenu } from '../../components/DownloadMenu.js';
import { EmptyState } from '../../components/EmptyState.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { pairTexts, readPairs } from './metadata.js';
import { RECORD_COLUMNS, useRecords } from './record-list.js';
import { RegisterDialog } from './RegisterDialog.js';

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: RECORD_STATES },
  { name: 'external_id', label: 'External id' },
  { name: 'authority_id', label: 'Authority', names: ['aut'], hint: 'Choose an issuer, or type an id.' },
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
  const { project: _project, new: _new, after: _after, ...search } = useSearch({ from: '/shell/records' });
  const navigate = useNavigate();
  const { metadata, ...filters } = search;
  const pairs = metadata === undefined ? {} : { metadata: pairTexts(readPairs(metadata)) };
  const query = { ...filters, ...pairs };
  const records = useRecords(query);
  return (
    <ListPage
      title="Records"
      lead="What was registered, by whom, and whether it is still good."
      one="record"
      filters={FILTERS}
      list={records}
      columns={RECORD_COLUMNS}
      actions={<DownloadMenu name="records" path="/v1/records" query={query} formats={FORMATS} />}
      create={{
        label: 'Register',
        needs: 'write',
        dialog: (close) => (
          <RegisterDialog
            onClose={close}
            onRegistered={({ id }) => void navigate({ to: '/records/$id', params: { id }, replace: true })}
          />
        ),
      }}
      empty={
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
      }
    />
  );
}
