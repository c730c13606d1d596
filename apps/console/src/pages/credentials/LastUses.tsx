import { useList } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import type { Schemas } from '../../api/client.js';
import { Places } from '../../components/Loaded.js';
import { ServerText } from '../../components/ServerText.js';
import { Time } from '../../components/Time.js';
import styles from './Credentials.module.css';

type Interaction = Schemas['Interaction'];

/** How many uses are shown: enough to see which program it is. */
const SHOWN = 5;

/** The last uses of a credential, for operators who may read the history. */
export function LastUses({ id }: { id: string }) {
  const may = useMay('audit');
  const uses = useList<Interaction>(
    ['interactions', 'of', id],
    (api, cursor) =>
      api.GET('/v1/interactions', {
        params: { query: { credential_id: id, limit: SHOWN, ...cursor } },
      }) as never,
    { enabled: may },
  );
  if (!may) return <p className="note">Auditors and admins can see here who uses it.</p>;
  if (uses.isLoading) return <Places lines={3} />;
  if (uses.items.length === 0) return <p className="note">No use of it is recorded.</p>;
  return (
    <div className={styles.uses}>
      <b>Used last</b>
      <ul role="list">
        {uses.items.slice(0, SHOWN).map(({ request_id, occurred_at, operation, address, user_agent }) => (
          <li key={request_id} className="row">
            <Time at={occurred_at} /> <code>{operation}</code>
            {address !== null && <code>{address}</code>}
            {user_agent !== null && <ServerText text={user_agent} length={60} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
