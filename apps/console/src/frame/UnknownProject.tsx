import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery, type Session } from '../api/session.js';
import { Page } from '../components/Page.js';
import { ServerText } from '../components/ServerText.js';

/** Shown where the address names a project that the operator may not see, or that does not exist. */
export function UnknownProject({ id, projects }: { id: string; projects: Session['projects'] }) {
  const queries = useQueryClient();
  // It may be newer than what is known of the session.
  useEffect(() => void queries.invalidateQueries(sessionQuery), [queries]);
  return (
    <Page
      title="Project not found"
      lead={
        <>
          There is no project <ServerText text={id} code length={40} /> that you may see.
        </>
      }
    >
      {projects.length > 0 && (
        <ul role="list" className="stack">
          {projects.map((project) => (
            <li key={project.id}>
              <Link to="/" search={{ project: project.id }}>
                <ServerText text={project.name} length={80} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
