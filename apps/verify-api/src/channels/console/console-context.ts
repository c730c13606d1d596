import type { Actor } from '@service/history';
import type { Caller } from '../../admission/authentication/caller.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import { beginContext, type RequestContext } from '../../interface/request-context.js';

/** Stands for people whom nobody knows yet. */
const CONSOLE: Actor = { type: 'service', id: 'console' };

/** The context of a request without a session, by which its line comes into the history. */
export function strangerContext(operation: AdmittedOperation): RequestContext {
  return contextOf(callerOf('console', CONSOLE), operation);
}

/** The context of a request by which somebody signed in: its line names the operator, and the new session. */
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
