import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import { Time, useNow } from '../../components/Time.js';
import { marksOf } from '../credentials/credential-marks.js';
import { ListPanel } from './ListPanel.js';
import { useWorkingCredentials } from './overview-queries.js';

const MOST = 6;

/** Credentials that end soon or are not used. */
export function ToRenew() {
  const now = useNow(60_000);
  const credentials = useWorkingCredentials();
  return (
    <ListPanel
      title="Credentials to renew or revoke"
      query={credentials}
      none="None expires soon, and none is unused."
      rows={({ data }) =>
        data
          .map((credential) => ({
            credential,
            marks: marksOf(credential, now).filter(({ tone }) => tone === 'warn'),
          }))
          .filter(({ marks }) => marks.length > 0)
          .slice(0, MOST)
          .map(({ credential: { id, name, expires_at }, marks }) => (
            <li key={id}>
              <RowLink to="/credentials/$id" params={{ id }}>
                <ServerText text={name} length={60} />
              </RowLink>{' '}
              {marks.map(({ text, tone }) => (
                <State key={text} state={text} tone={tone} />
              ))}{' '}
              {expires_at !== null && <Time at={expires_at} />}
            </li>
          ))
      }
    />
  );
}
