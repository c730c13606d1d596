import {
  ServiceError,
  capabilitiesIn,
  insufficientScope,
  isOperatorId,
  type CommandEnvelope,
  type HeldCapability,
} from '@service/contracts';
import type { AssertedStream, EventStore } from '@service/event-store';
import { requireActive, type OperatorIssuer } from '../credentials/issuer.decider.js';
import { operatorOf } from './operator-of.js';

/** An operator who issues a command, and the version that the append asserts: roles may change beside it. */
export interface ReadOperator {
  issuer: OperatorIssuer;
  asserted: AssertedStream[];
}

/**
 * Reads the operator who issues a command, with what its roles hold in a project now.
 * @throws ServiceError `authentication.invalid` where there is no such operator.
 */
export async function readIssuingOperator(
  store: EventStore,
  issuedBy: string,
  projectId: string | null,
): Promise<ReadOperator> {
  const stream = await store.read(issuedBy);
  const operator = operatorOf(stream);
  if (operator === null) throw new ServiceError('authentication.invalid');
  const { id, state, grants } = operator;
  const capabilities = capabilitiesIn(grants, projectId);
  const unlimited = { authorities: null, allowed_ips: null, rate_limit: null, expires_at: null };
  const issuer = { id, project_id: projectId, operator_state: state, capabilities, ...unlimited };
  return { issuer, asserted: [{ stream_id: issuedBy, expected: stream.version }] };
}

/**
 * Checks by the operator's own events that one who issues a command may do so; other issuers were judged by the gateway,
 * since the capabilities of credentials never change.
 * @param holds what is needed in the project; for the whole environment, where that is null.
 * @returns the versions that the append asserts.
 * @throws ServiceError `authentication.invalid`, `authority.insufficient_scope`.
 */
export async function requireOperatorHolds(
  store: EventStore,
  { issued_by }: Pick<CommandEnvelope, 'issued_by'>,
  projectId: string | null,
  holds: HeldCapability,
): Promise<AssertedStream[]> {
  if (!isOperatorId(issued_by)) return [];
  const { issuer, asserted } = await readIssuingOperator(store, issued_by, projectId);
  requireActive(issuer.operator_state);
  if (!issuer.capabilities.includes(holds)) throw insufficientScope(holds, issuer.capabilities);
  return asserted;
}
