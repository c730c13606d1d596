import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Environment } from '../format/environment.js';
import type { Role } from '../format/roles.js';
import { ApiError } from './api-error.js';
import { callSession } from './client.js';

export interface Grant {
  /** Null for all projects. */
  project_id: string | null;
  role: Role;
}

interface SessionProject {
  id: string;
  name: string;
  state: string;
  roles: Role[];
  capabilities: string[];
}

export type SignInMethod = 'passkey' | 'password' | 'oidc';

/** Who is signed in, and what they may do. */
export interface Session {
  environment: Environment;
  operator: {
    id: string;
    name: string;
    address: string;
    grants: Grant[];
    /** Capabilities in the whole environment. */
    capabilities: string[];
  };
  session: {
    id: string;
    method: SignInMethod;
    signed_in_at: string;
    expires_at: string;
    idle_until: string;
  };
  projects: SessionProject[];
  step_up: { required: boolean };
  server_time: string;
}

const NOBODY = { code: 'session.missing', message: 'Nobody is signed in.', request_id: null } as const;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await callSession<Session | undefined>('GET', 'session');
    if (session === undefined) throw new ApiError(401, NOBODY);
    return session;
  },
  staleTime: 60_000,
  retry: false,
});

/** The session, and the project that the address names. */
export interface Whereabouts {
  session: Session;
  /** Null where the operator has no project yet. */
  project: SessionProject | null;
}

export const WhereaboutsContext = createContext<Whereabouts | null>(null);

export function useWhereabouts(): Whereabouts {
  const value = useContext(WhereaboutsContext);
  if (value === null) throw new Error('useSession is called outside of the shell.');
  return value;
}

/** The operator's capabilities in the current project and in the whole environment. */
export function useHeld(): ReadonlySet<string> {
  const { session, project } = useWhereabouts();
  return new Set([...session.operator.capabilities, ...(project?.capabilities ?? [])]);
}

export function useMay(capability: string): boolean {
  return useHeld().has(capability);
}
