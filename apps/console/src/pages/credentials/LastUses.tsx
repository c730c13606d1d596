import { useAnswer } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { Places } from '../../components/Loaded.js';
import { ServerText } from '../../components/ServerText.js';
import { Time } from '../../components/Time.js';
import styles from './Credentials.module.css';

/** How many uses are shown: enough to see which program it is. */
const SHOWN = 5;

/** The last uses of a credential, for operators who may read the history. */
export function LastUses({ id }: { id: string }) {
  const may = useMay('audit');
  const params = { query: { credential_id: id, limit: SHOWN } };
  const uses = useAnswer(['interactions', 'of', id], (api) => api.GET('/v1/interactions', { params }), {
    enabled: may,
  });
  if (!may) return <p className="note">Auditors and admins can see here who uses it.</p>;
  if (uses.isPending) return <Places lines={3} />;
  const lines = uses.data?.data ?? [];
  if (lines.length === 0) return <p className="note">No use of it is recorded.</p>;
  return (
    <ul role="list" className={styles.uses}>
      {lines.map(({ request_id, occurred_at, operation, address, user_agent }) => (
        <li key={request_id} className="row">
          <Time at={occurred_at} exact /> <code>{operation}</code>
          {address !== null && <code>{address}</code>}
          {user_agent !== null && <ServerText text={user_agent} length={60} />}
        </li>
      ))}
    </ul>
  );
}
