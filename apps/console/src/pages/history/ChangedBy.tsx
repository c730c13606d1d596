import { useAnswer } from '../../api/queries.js';
import { serverClock } from '../../api/server-time.js';
import { useMay } from '../../api/session.js';
import { ActorText } from './history-columns.js';

/** Milliseconds before and after a change in which its request is answered. */
const [BEFORE, AFTER] = [1_000, 60_000];
/** Milliseconds between two readings while the request is not in the history yet. */
const AGAIN = 2_000;
const ENDING = /^records\.(revoke|suspend|supersede)/;

/** ` by …`: who revoked, suspended or superseded a record, for those who may read the activity. */
export function ChangedBy({ id, at }: { id: string; at: string | undefined }) {
  const mayRead = useMay('audit') && at !== undefined && !Number.isNaN(Date.parse(at));
  const [from = '', to = ''] = mayRead
    ? [-BEFORE, AFTER].map((distance) => new Date(Date.parse(at) + distance).toISOString())
    : [];
  const query = { subject: id, outcome: 'succeeded', reads: false, from, to, limit: 100 } as const;
  const { data } = useAnswer(
    ['interactions', 'change', id, at],
    (api) => api.GET('/v1/interactions', { params: { query } }),
    {
      enabled: mayRead,
      refetchInterval: ({ state }) =>
        state.data?.data.length === 0 && serverClock.read() - Date.parse(at ?? '') < AFTER ? AGAIN : false,
    },
  );
  // Newest first: a later request named the record in vain.
  const line = data?.data.findLast(({ operation }) => ENDING.test(operation));
  if (line === undefined) return null;
  return (
    <>
      {' '}
      by <ActorText line={line} brief />
    </>
  );
}
