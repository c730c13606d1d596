import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { EmptyState } from '../../components/EmptyState.js';
import { IdText } from '../../components/IdText.js';
import { EntityPage, jsonPart, subjectParts } from '../../components/EntityPage.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge, State } from '../../components/State.js';
import { ListTable } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { wholeNumber } from '../../format/numbers.js';
import { RECORD_COLUMNS, useRecords } from '../records/record-list.js';
import styles from './Authorities.module.css';
import { ReinstateDialog, RenewDialog, RescopeDialog, SuspendDialog } from './AuthorityActs.js';
import { AuthorityHistory } from './AuthorityHistory.js';
import { RevokeAuthorityDialog } from './RevokeAuthorityDialog.js';
import { ValidityBar } from './ValidityBar.js';

type Authority = Schemas['Authority'];
type Act = 'renew' | 'rescope' | 'suspend' | 'reinstate' | 'revoke';

/** One authority: its scope, validity, versions and records. */
export function AuthorityPage() {
  const { id } = useParams({ from: '/shell/authorities/$id' });
  const [open, setOpen] = useState<Act | null>(null);
  const query = useAnswer(['authorities', id], (api) =>
    api.GET('/v1/authorities/{id}', { params: { path: { id } } }),
  );
  const authority = query.data;
  return (
    <EntityPage
      kind="authority"
      id={id}
      path="authorities"
      query={query}
      state={authority?.state}
      actions={authority !== undefined && <Acts state={authority.state} onOpen={setOpen} />}
      parts={[
        ['overview', 'Overview', (shown) => <Overview authority={shown} />],
        ['versions', 'Versions', () => <AuthorityHistory id={id} />],
        ['records', 'Records issued', () => <Records id={id} />],
        ...subjectParts(id),
        jsonPart('authority'),
      ]}
    >
      {authority !== undefined && open !== null && dialogOf(open, authority, () => setOpen(null))}
    </EntityPage>
  );
}

/** Actions by state. */
const ALLOWED: Readonly<Record<Authority['state'], readonly Act[]>> = {
  active: ['rescope', 'suspend', 'revoke', 'renew'],
  suspended: ['rescope', 'renew', 'revoke', 'reinstate'],
  expired: ['revoke', 'renew'],
  revoked: [],
};

const LABELS: Readonly<Record<Act, string>> = {
  renew: 'Renew…',
  rescope: 'Change scope…',
  suspend: 'Suspend…',
  reinstate: 'Reinstate…',
  revoke: 'Revoke…',
};

function Acts({ state, onOpen }: { state: Authority['state']; onOpen: (act: Act) => void }) {
  const acts = ALLOWED[state];
  return acts.map((act, at) => (
    <ActButton
      key={act}
      needs="manage"
      look={act === 'revoke' ? 'danger' : at === acts.length - 1 ? 'primary' : 'secondary'}
      onClick={() => onOpen(act)}
    >
      {LABELS[act]}
    </ActButton>
  ));
}

function dialogOf(act: Act, authority: Authority, onClose: () => void): ReactNode {
  const props = { authority, onClose };
  switch (act) {
    case 'renew':
      return <RenewDialog {...props} />;
    case 'rescope':
      return <RescopeDialog {...props} />;
    case 'suspend':
      return <SuspendDialog {...props} />;
    case 'reinstate':
      return <ReinstateDialog {...props} />;
    case 'revoke':
      return <RevokeAuthorityDialog {...props} />;
  }
}

function Overview({ authority }: { authority: Authority }) {
  const { id, issuer, scope, public_key, cause, invalid_since, reason } = authority;
  return (
    <Section title="What it is">
      <Facts
        facts={[
          ['Issuer', <ServerText key="i" text={issuer} />],
          [
            'Scope',
            <span key="s" className={styles.row}>
              {scope.map((each) => (
                <Badge key={each}>
                  <ServerText text={each} length={80} />
                </Badge>
              ))}
            </span>,
          ],
          ['Valid', <ValidityBar key="v" authority={authority} exact />],
          [
            'Key',
            public_key === null ? (
              'none: the service alone signs'
            ) : (
              <IdText id={public_key} what="public key" />
            ),
          ],
          ['Records issued', <Issued key="r" id={id} />],
          ['Cause', cause === null ? null : cause.replaceAll('_', ' ')],
          ['Invalid since', invalid_since === null ? null : <Time at={invalid_since} exact />],
          ['Reason', reason === null ? null : <ServerText text={reason} />],
          ['Granted', <Time key="g" at={authority.created_at} exact />],
          ['Changed', <Time key="u" at={authority.updated_at} exact />],
          ['Version', authority.version],
        ]}
      />
    </Section>
  );
}

function Issued({ id }: { id: string }) {
  const reach = useAnswer(['authorities', id, 'reach'], (api) =>
    api.GET('/v1/authorities/{id}/reach', { params: { path: { id } } }),
  );
  if (reach.data === undefined) return reach.error === null ? '…' : 'not known';
  const { records, complete } = reach.data;
  return (
    <Link to="/records" search={{ authority_id: id }}>
      {wholeNumber(records)}
      {complete ? '' : ' or more'}
    </Link>
  );
}

const COLUMNS = RECORD_COLUMNS.filter(({ title }) => title !== 'Authority');

function Records({ id }: { id: string }) {
  const records = useRecords({ authority_id: id });
  return (
    <ListTable
      label="Records that it issued"
      list={records}
      columns={COLUMNS}
      keyOf={(record) => record.id}
      empty={
        <EmptyState
          title="No records yet"
          call={{
            method: 'POST',
            path: '/v1/records',
            body: { authority_id: id, origin: 'https://registry.example/42', content: 'hello' },
          }}
        />
      }
    />
  );
}
