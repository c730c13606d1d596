import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import { Time, useNow } from '../../components/Time.js';
import { marksOf } from '../credentials/credential-marks.js';
import { ListPanel } from './ListPanel.js';
import { useWorkingCredentials } from './overview-queries.js';

const MOST = 6;

/** Credentials that end soon or are not used, what asks for an act first. */
export function ToRenew() {
  const now = useNow(60_000);
  const credentials = useWorkingCredentials();
  return (
    <ListPanel
      title="Expiring and unused credentials"
      query={credentials}
      none="None expires soon or is unused."
      rows={({ data }) =>
        data
          .map((credential) => ({ credential, marks: marksOf(credential, now) }))
          .filter(({ marks }) => marks.length > 0)
          .sort((a, b) => b.marks.length - a.marks.length)
          .slice(0, MOST)
          .map(({ credential: { id, name, expires_at, created_at }, marks }) => (
            <li key={id} className="row">
              <RowLink to="/credentials/$id" params={{ id }}>
                <ServerText text={name} length={60} />
              </RowLink>
              {marks.map((mark) => (
                <State key={mark} state={mark} tone="warn" />
              ))}
              <span className="note">
                {expires_at === null && 'issued '}
                <Time at={expires_at ?? created_at} />
              </span>
            </li>
          ))
      }
    />
  );
}
