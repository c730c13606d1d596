import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { environment } from '../../api/place.js';
import { useList } from '../../api/queries.js';
import { Badges } from '../../components/Badges.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ExportMenu } from '../../components/ExportMenu.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { NameOf } from '../../components/NameOf.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { Time, useNow } from '../../components/Time.js';
import { marksOf, tokenHint } from './credential-marks.js';
import styles from './Credentials.module.css';
import { IssueDialog } from './IssueDialog.js';

type Credential = Schemas['Credential'];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: ['active', 'rotating', 'expired', 'revoked'] },
  {
    name: 'capability',
    label: 'Capability',
    options: ['verify', 'read', 'write', 'share', 'subscribe', 'manage', 'audit'],
  },
];

/** The credentials of the project, newest first, ended ones included. */
export function CredentialsPage() {
  const { state, capability } = useSearch({ from: '/shell/credentials' });
  const filters = { state, capability } as object;
  const credentials = useList<Credential>(['credentials', filters], (api, cursor) =>
    api.GET('/v1/credentials', { params: { query: { ...filters, ...cursor, limit: 50 } } }),
  );
  return (
    <ListPage
      title="Credentials"
      lead="Tokens that programs call the service with. A token is shown once, when it is issued or rotated."
      one="credential"
      filters={FILTERS}
      list={credentials}
      columns={COLUMNS}
      actions={<ExportMenu name="credentials" list={credentials} />}
      create={{
        label: 'Issue credential',
        needs: 'manage',
        dialog: (close) => <IssueDialog onClose={close} />,
      }}
      empty={
        <EmptyState
          title="No credentials yet"
          call={{
            method: 'POST',
            path: '/v1/credentials',
            body: { name: 'Checkout service', capabilities: ['verify'] },
          }}
        >
          Programs need one to call the service. Issue it here, or by the API:
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<Credential>[] = [
  { title: 'Name', by: ({ name }) => name, cell: (credential) => <Name credential={credential} /> },
  {
    title: 'Capabilities',
    cell: ({ capabilities }) => <Badges texts={capabilities} />,
  },
  { title: 'State', by: ({ state }) => state, cell: (credential) => <Standing credential={credential} /> },
  {
    title: 'Last used',
    nowrap: true,
    by: ({ last_used_at }) => last_used_at ?? '',
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
  },
  {
    title: 'Expires',
    nowrap: true,
    by: ({ expires_at }) => expires_at ?? '9999',
    cell: ({ expires_at }) => <Time at={expires_at} ends />,
  },
  {
    title: 'Created by',
    cell: ({ issued_by }) => (issued_by === null ? 'the host' : <NameOf id={issued_by} />),
  },
];

function Name({ credential }: { credential: Credential }) {
  const { id, name } = credential;
  return (
    <span className="stack">
      <RowLink to="/credentials/$id" params={{ id }}>
        <ServerText text={name} length={60} />
      </RowLink>
      <code className={styles.hint}>{tokenHint(credential, environment)}</code>
    </span>
  );
}

function Standing({ credential }: { credential: Credential }) {
  const marks = marksOf(credential, useNow(60_000));
  return (
    <span className="stack">
      <State state={credential.state} />
      {marks.map((mark) => (
        <State key={mark} state={mark} tone="warn" />
      ))}
    </span>
  );
}
