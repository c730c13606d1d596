import type { Schemas } from '../../api/client.js';
import { useList, type List } from '../../api/queries.js';
import { connection } from '../../api/send.js';
import { NamedId } from '../../components/NameOf.js';
import { VerdictBadge } from '../../components/RecordVerdict.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import type { Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';

type Record_ = Schemas['Record'];

/** What a list shows of a record. */
export const RECORD_COLUMNS: readonly Column<Record_>[] = [
  { title: 'Record', cell: ({ id, external_id }) => <NamedId id={id} name={external_id} /> },
  { title: 'Verdict', nowrap: true, cell: (record) => <VerdictBadge record={record} /> },
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

/** Statuses of a service that gives no verdicts now: a page is above their limit, that or their quota is used up, or it is a
 *  restored copy. */
const NO_VERDICTS: readonly number[] = [422, 429, 503];

/** Lists records with their verdicts, or without where the service gives none now. Each verdict counts as a verification. */
export function useRecords(query: object): List<Record_> {
  return useList<Record_>(
    ['records', query],
    async (api, cursor) => {
      const ask = (more: object) =>
        api.GET('/v1/records', { params: { query: { ...query, ...cursor, ...more, limit: 50 } } });
      if (connection.state.kind === 'copy') return ask({});
      const answer = await ask({ verdict: true });
      return NO_VERDICTS.includes(answer.response.status) ? ask({}) : answer;
    },
    { staleTime: 60_000 },
  );
}
