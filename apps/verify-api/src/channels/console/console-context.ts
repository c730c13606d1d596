import type { Actor } from '@service/history';
import type { Caller } from '../../admission/authentication/caller.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import { beginContext, type RequestContext } from '../../interface/request-context.js';

/** The actor for people who have not signed in. */
const CONSOLE: Actor = { type: 'service', id: 'console' };

/** The context of a request without a session, for its line in the history. */
export function strangerContext(operation: AdmittedOperation): RequestContext {
  return contextOf(callerOf('console', CONSOLE), operation);
}

/** The context of a successful sign-in: its line in the history names the operator and the new session. */
export function signedInContext(operatorId: string, session: string, before: RequestContext): RequestContext {
  const { operation: name, kind, beganAt } = before;
  const caller = callerOf(operatorId, { type: 'operator', id: operatorId, session });
  return { ...contextOf(caller, { name, kind }, beganAt), subjects: [operatorId] };
}

function callerOf(credentialId: string, actor: Actor): Caller {
  const none = { projectId: null, capabilities: [], authorities: null, rateLimit: null, quota: {} };
  return { credentialId, actor, ...none };
}

function contextOf(
  caller: Caller,
  operation: Pick<AdmittedOperation, 'name' | 'kind'>,
  beganAt?: number,
): RequestContext {
  const known = { caller, channel: 'console', requireStillAdmitted: () => undefined } as const;
  return beginContext(operation, known, beganAt);
}
