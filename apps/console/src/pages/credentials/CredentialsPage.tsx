import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { environment } from '../../api/place.js';
import { useList } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ExportMenu } from '../../components/ExportMenu.js';
import { FilterBar, type Filter } from '../../components/FilterBar.js';
import { NameOf } from '../../components/NameOf.js';
import { Page } from '../../components/Page.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge, State } from '../../components/State.js';
import { ListTable, type Column } from '../../components/Table.js';
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
    options: ['verify', 'read', 'write', 'subscribe', 'manage', 'audit'],
  },
];

/** The credentials of the project, newest first, ended ones included. */
export function CredentialsPage() {
  const { state, capability } = useSearch({ from: '/shell/credentials' });
  const [isIssuing, setIssuing] = useState(false);
  const filters = { state, capability } as object;
  const credentials = useList<Credential>(['credentials', filters], (api, cursor) =>
    api.GET('/v1/credentials', {
      params: { query: { ...filters, ...queryOf(state), ...cursor, limit: 50 } },
    }),
  );
  const isFiltered = state !== undefined || capability !== undefined;
  return (
    <Page
      title="Credentials"
      lead="Tokens that programs call the service with. A token is shown once, when it is issued or rotated."
      actions={
        <>
          <ExportMenu
            name="credentials"
            list={credentials}
            columns={[
              { title: 'id', value: ({ id }) => id },
              { title: 'name', value: ({ name }) => name },
              { title: 'key_id', value: ({ key_id }) => key_id },
              { title: 'capabilities', value: ({ capabilities }) => capabilities.join(' ') },
              { title: 'state', value: (each) => each.state },
              { title: 'last_used_at', value: ({ last_used_at }) => last_used_at },
              { title: 'expires_at', value: ({ expires_at }) => expires_at },
              { title: 'issued_by', value: ({ issued_by }) => issued_by },
              { title: 'created_at', value: ({ created_at }) => created_at },
            ]}
          />
          <ActButton needs="manage" look="primary" icon="plus" onClick={() => setIssuing(true)}>
            Issue credential
          </ActButton>
        </>
      }
    >
      <FilterBar filters={FILTERS} />
      <ListTable
        label="Credentials"
        list={credentials}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState title="No credential fits these filters" />
          ) : (
            <EmptyState
              title="No credentials yet"
              call={{
                method: 'POST',
                path: '/v1/credentials',
                body: { name: 'Checkout service', capabilities: ['verify'] },
              }}
            >
              Programs need one to call the service. Issue it here, or by the interface:
            </EmptyState>
          )
        }
      />
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Credential>[] = [
  { title: 'Name', cell: (credential) => <Name credential={credential} /> },
  {
    title: 'Capabilities',
    cell: ({ capabilities }) => (
      <span className={styles.row}>
        {capabilities.map((each) => (
          <Badge key={each}>{each}</Badge>
        ))}
      </span>
    ),
  },
  { title: 'State', cell: (credential) => <Standing credential={credential} /> },
  {
    title: 'Last used',
    nowrap: true,
    cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <Time at={last_used_at} />),
  },
  {
    title: 'Expires',
    nowrap: true,
    cell: ({ expires_at }) => (expires_at === null ? 'never' : <Time at={expires_at} />),
  },
  {
    title: 'Created by',
    cell: ({ issued_by }) => (issued_by === null ? 'the host' : <NameOf id={issued_by} />),
  },
];

function Name({ credential }: { credential: Credential }) {
  const { id, name } = credential;
  return (
    <span className={styles.name}>
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
    <span className={styles.name}>
      <State state={credential.state} />
      {marks.map((mark) => (
        <State key={mark} state={mark} tone="warn" />
      ))}
    </span>
  );
}

function queryOf(state: string | undefined): { state?: Credential['state'][] } {
  return state === undefined ? {} : { state: state.split(',') as Credential['state'][] };
}
