import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConnection, useIsUp } from '../api/queries.js';
import { connection } from '../api/send.js';
import { serverClock } from '../api/server-time.js';
import { Button } from '../components/Button.js';
import { Icon } from '../components/Icon.js';
import { useNow } from '../components/Time.js';
import { useZone } from '../components/preferences.js';
import { clockTime } from '../format/times.js';
import styles from './ConnectionBanner.module.css';

/** The content of a page, below a banner that says why it is old until the service can be reached again. */
export function Connected({ children }: { children: ReactNode }) {
  const state = useConnection();
  const isOld = !useIsUp();
  return (
    <>
      <div className={styles.region} role="status">
        {state.kind === 'offline' && (
          <Banner title="You are offline.">
            <AsOf />; it is read again when the connection is back.
          </Banner>
        )}
        {state.kind === 'down' && (
          <Banner
            title="The service does not answer."
            action={
              <Button size="s" icon="refresh" onClick={() => void connection.tryNow()}>
                Try now
              </Button>
            }
          >
            <AsOf />. <NextTry at={state.nextTry} />
          </Banner>
        )}
        {state.kind === 'copy' && (
          <Banner title="This is a restored copy.">
            It shows what it has. It verifies and changes nothing until it is promoted.
          </Banner>
        )}
        {state.kind === 'partly' && (
          <Banner title="The service cannot answer everything at the moment.">
            What is missing or old is read again by itself.
          </Banner>
        )}
      </div>
      <div className={styles.content} data-old={isOld}>
        {children}
      </div>
    </>
  );
}

export function Banner(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const { title, action, children } = props;
  return (
    <div className={styles.banner}>
      <Icon name="warning" />
      <p>
        <b>{title}</b> {children}
      </p>
      {action}
    </div>
  );
}

/** The age of the oldest answer that the page shows. */
function AsOf() {
  const zone = useZone();
  const active = useQueryClient().getQueryCache().findAll({ type: 'active' });
  const shown = active.filter(({ queryKey: [name], state }) => name !== 'session' && state.dataUpdatedAt > 0);
  if (shown.length === 0) return <>Nothing of this page was loaded</>;
  const old = shown.filter((query) => query.isStale());
  const age = Date.now() - Math.min(Date.now(), ...old.map(({ state }) => state.dataUpdatedAt));
  const now = serverClock.read();
  return <>This page is shown as of {clockTime(now - age, zone, now)}</>;
}

/** Not for screen readers, which would read every second. */
function NextTry({ at }: { at: number }) {
  // The pause is measured by the browser's clock; the server's only triggers the updates.
  useNow(1_000);
  const left = Math.ceil((at - Date.now()) / 1_000);
  return <span aria-hidden="true">{left > 0 ? `Next try in ${left} s.` : 'Trying…'}</span>;
}
