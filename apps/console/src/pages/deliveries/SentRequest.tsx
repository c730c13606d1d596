import { useAnswer } from '../../api/queries.js';
import { JsonView } from '../../components/JsonView.js';
import { Loaded } from '../../components/Loaded.js';
import { Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge } from '../../components/State.js';
import { Table } from '../../components/Table.js';
import type { Schemas } from '../../api/client.js';

type Header = Schemas['DeliveryRequest']['headers'][number];

/** The request of an attempt: the exact body, and the headers without the signature of each attempt. */
export function SentRequest({ id }: { id: string }) {
  const query = useAnswer(['deliveries', id, 'request'], (api) =>
    api.GET('/v1/deliveries/{id}/request', { params: { path: { id } } }),
  );
  return (
    <Loaded query={query} lines={16}>
      {({ endpoint, headers, body }) => (
        <>
          <p className="note">
            <code>POST</code> <ServerText text={endpoint} code />
          </p>
          <Section title="Headers">
            <Table<Header>
              label="Headers of the request"
              items={headers}
              keyOf={({ name }) => name}
              columns={[
                { title: 'Header', nowrap: true, cell: ({ name }) => <code>{name}</code> },
                {
                  title: 'Value',
                  cell: ({ value }) =>
                    value === null ? 'each attempt has its own, which is not stored' : <code>{value}</code>,
                },
                { title: 'Signed', cell: ({ signed }) => (signed ? <Badge>signed</Badge> : '—') },
              ]}
            />
          </Section>
          <Section title="Body">
            {body === null ? (
              <p className="note">The event is older than the time for which events are kept.</p>
            ) : (
              <JsonView raw={body} what="body" />
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}
