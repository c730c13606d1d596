import { AUTHORITY_STATES } from '@service/evidence';
import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badges } from '../../components/Badges.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ExportMenu } from '../../components/ExportMenu.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { NamedId } from '../../components/NameOf.js';
import { State } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { GrantDialog } from './GrantDialog.js';
import { Time } from '../../components/Time.js';

type Authority = Schemas['Authority'];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: AUTHORITY_STATES },
  { name: 'issuer', label: 'Issuer', hint: 'Exactly as it was granted.' },
];

const COLUMNS: readonly Column<Authority>[] = [
  {
    title: 'Issuer',
    by: ({ issuer }) => issuer,
    cell: ({ id, issuer }) => <NamedId id={id} name={issuer} />,
  },
  {
    title: 'Scope',
    cell: ({ scope }) => <Badges texts={scope} most={4} />,
  },
  { title: 'State', nowrap: true, by: ({ state }) => state, cell: ({ state }) => <State state={state} /> },
  {
    title: 'Valid until',
    nowrap: true,
    by: ({ valid_until }) => valid_until,
    cell: ({ valid_until }) => <Time at={valid_until} ends />,
  },
  {
    title: 'Key',
    nowrap: true,
    cell: ({ public_key }) => (public_key === null ? 'none' : <code>{public_key.slice(0, 8)}…</code>),
  },
];

/** The authorities of the project. */
export function AuthoritiesPage() {
  const { state, issuer } = useSearch({ from: '/shell/authorities' });
  const filters = { state, issuer } as object;
  const authorities = useList<Authority>(['authorities', filters], (api, cursor) =>
    api.GET('/v1/authorities', { params: { query: { ...filters, ...cursor, limit: 50 } } }),
  );
  return (
    <ListPage
      title="Authorities"
      lead="Who may issue records, for what, and until when."
      one="authority"
      filters={FILTERS}
      list={authorities}
      columns={COLUMNS}
      actions={<ExportMenu name="authorities" list={authorities} />}
      create={{
        label: 'Grant authority',
        needs: 'manage',
        dialog: (close) => <GrantDialog onClose={close} />,
      }}
      empty={
        <EmptyState
          title="No authorities yet"
          call={{
            method: 'POST',
            path: '/v1/authorities',
            body: { issuer: 'Example Registry', scope: ['verify'], valid_until: '2030-01-01T00:00:00Z' },
          }}
        >
          A record needs one that stands behind it. Grant it here, or by the API:
        </EmptyState>
      }
    />
  );
}
