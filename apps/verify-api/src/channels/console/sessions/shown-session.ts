import { capabilitiesIn, rolesIn, type OperatorSnapshot } from '@service/contracts';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import type { Directory } from '../../../views/directory.js';
import type { ConsoleTerms } from '../console-terms.js';
import type { ListedSession } from './session-store.js';

/** Parts of a shown session that the session itself does not hold. */
export interface SessionParts {
  terms: ConsoleTerms;
  directory: Pick<Directory, 'allProjects'>;
  operator: OperatorSnapshot;
  profile: { name: string | null; address: string | null };
  idleUntil: number;
  now: number;
}

/** A session as its own browser sees it, with what its operator may do and where. */
export function shownSession(session: Session, parts: SessionParts) {
  const { terms, directory, operator, profile, idleUntil, now } = parts;
  const { id, grants } = operator;
  const projects = [...directory.allProjects()].flatMap((project) => {
    const roles = rolesIn(grants, project.id);
    if (roles.length === 0) return [];
    return [
      {
        id: project.id,
        name: project.name,
        state: project.state,
        roles,
        capabilities: capabilitiesIn(grants, project.id),
      },
    ];
  });
  return {
    environment: terms.environment,
    operator: { id, ...profile, grants: [...grants], capabilities: capabilitiesIn(grants, null) },
    session: {
      id: session.id,
      method: session.method,
      signed_in_at: moment(session.signedInAt),
      expires_at: moment(session.expiresAt),
      idle_until: moment(Math.min(idleUntil, session.expiresAt)),
    },
    projects,
    step_up: { required: terms.stepUp },
    server_time: moment(now),
  };
}

/** One of an operator’s sessions in its list. */
export function listedSession(session: ListedSession, current: string) {
  const { id, method, signedInAt, lastUsedAt, expiresAt, address, userAgent } = session;
  return {
    id,
    method,
    signed_in_at: moment(signedInAt),
    last_used_at: moment(lastUsedAt),
    expires_at: moment(expiresAt),
    address,
    user_agent: userAgent,
    current: id === current,
  };
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
