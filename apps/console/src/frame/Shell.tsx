import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { sessionQuery, WhereaboutsContext, type Session } from '../api/session.js';
import { ErrorPanel } from '../components/ErrorPanel.js';
import { Places } from '../components/Loaded.js';
import { NamesProvider } from '../components/NameOf.js';
import { useDensity } from '../components/preferences.js';
import { Connected } from './ConnectionBanner.js';
import { EnvironmentBadge } from './EnvironmentBadge.js';
import { Nav, NavMenu } from './Nav.js';
import { OperatorMenu } from './OperatorMenu.js';
import { ProjectSwitcher } from './ProjectSwitcher.js';
import { SearchButton } from './SearchButton.js';
import styles from './Shell.module.css';
import { UnknownProject } from './UnknownProject.js';
import { ZoneSwitch } from './ZoneSwitch.js';

/** The frame of every page after the sign-in. */
export function Shell() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (session !== undefined) return <Frame session={session} />;
  // Without a session, the page goes to the sign-in; without an answer, it is asked for again.
  const isWaiting = error === null || error.status === 401 || error.status === 0;
  return (
    <div className={styles.shell}>
      <header className={styles.head}>
        <EnvironmentBadge />
      </header>
      <main className={styles.main}>
        <Connected>
          {isWaiting ? <Places lines={8} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        </Connected>
      </main>
    </div>
  );
}

function Frame({ session }: { session: Session }) {
  const { project: asked } = useSearch({ from: '/shell' });
  const whereabouts = useMemo(() => {
    const [first] = session.projects;
    const project = asked === undefined ? first : session.projects.find(({ id }) => id === asked);
    return { session, project: project ?? null };
  }, [session, asked]);
  const isUnknown = asked !== undefined && whereabouts.project === null;
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main);
  return (
    <WhereaboutsContext value={whereabouts}>
      <NamesProvider>
        <a className={styles.skip} href="#main">
          Skip to the content
        </a>
        <div className={styles.shell} data-rows={useDensity()}>
          <header className={styles.head}>
            <NavMenu />
            <EnvironmentBadge />
            <ProjectSwitcher />
            <SearchButton />
            <ZoneSwitch />
            <OperatorMenu />
          </header>
          <Nav />
          <main ref={main} id="main" className={styles.main} tabIndex={-1}>
            <Connected>
              {isUnknown ? <UnknownProject id={asked} projects={session.projects} /> : <Outlet />}
            </Connected>
          </main>
        </div>
      </NamesProvider>
    </WhereaboutsContext>
  );
}

/** Moves the focus to the heading after a navigation, for screen readers. */
function useHeadingFocus(main: React.RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    (main.current?.querySelector('h1') ?? main.current)?.focus({ preventScroll: true });
  }, [path, main]);
}
