import { Link, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { EmptyState } from '../../components/EmptyState.js';
import { IdText } from '../../components/IdText.js';
import { EntityPage, jsonPart, subjectParts } from '../EntityPage.js';
import { Versions } from '../Versions.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badges } from '../../components/Badges.js';
import { ListTable } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { wholeNumber } from '../../format/numbers.js';
import { RECORD_COLUMNS, useRecords } from '../records/record-list.js';
import { AuthorityActs } from './AuthorityActs.js';

type Authority = Schemas['Authority'];

/** One authority: its scope, validity, versions and records. */
export function AuthorityPage() {
  const { id } = useParams({ from: '/shell/authorities/$id' });
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
      name={authority?.issuer}
      state={authority?.state}
      actions={authority !== undefined && <AuthorityActs authority={authority} />}
      parts={[
        ['overview', 'Overview', (shown) => <Overview authority={shown} />],
        ['versions', 'Versions', () => <Versions of="authorities" id={id} />],
        ['records', 'Records issued', () => <Records id={id} />],
        ...subjectParts(id),
        jsonPart('authority'),
      ]}
    />
  );
}

function Overview({ authority }: { authority: Authority }) {
  const { id, issuer, scope, public_key, cause, invalid_since, reason } = authority;
  return (
    <Section title="Details">
      <Facts
        facts={[
          ['Issuer', <ServerText key="i" text={issuer} />],
          ['Scope', <Badges key="s" texts={scope} />],
          ['Valid until', <Time key="v" at={authority.valid_until} exact ends />],
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

/** How many records it issued: `10,000+`. */
function useIssued(id: string) {
  const { data, error } = useAnswer(['authorities', id, 'reach'], (api) =>
    api.GET('/v1/authorities/{id}/reach', { params: { path: { id } } }),
  );
  return { error, issued: data && wholeNumber(data.records) + (data.complete ? '' : '+') };
}

function Issued({ id }: { id: string }) {
  const { issued, error } = useIssued(id);
  if (issued === undefined) return error === null ? '…' : 'not known';
  return (
    <Link to="/records" search={{ authority_id: id }}>
      {issued}
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
      total={useIssued(id).issued}
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
