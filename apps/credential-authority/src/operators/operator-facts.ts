import {
  ServiceError,
  isOperatorId,
  isServiceIssuer,
  type OperatorSnapshot,
  type ServiceIssuer,
} from '@service/contracts';
import type { AssertedStream, EventStore, LoadedStream } from '@service/event-store';
import { credentialOf } from '../credentials/issue-facts.js';
import { isForeign } from '../streams/stream-domain.js';
import type { Manager } from './manager.decider.js';
import { operatorOf } from './operator-of.js';
import { isOwner, type LikelyOwners } from './owners-of-all.js';

const SERVICES: Record<ServiceIssuer, Manager> = {
  'service:host': { kind: 'host' },
  'service:verify-api': { kind: 'gateway' },
};

/** A fact about other streams, and the versions that a dependent append asserts. */
export interface Fact<Value> {
  value: Value;
  asserted: AssertedStream[];
}

/**
 * Reads who issues a command, or issued an invitation.
 * @param own the stream that the command changes, which may be the issuer's.
 */
export async function readManager(
  store: EventStore,
  issuer: string,
  own: LoadedStream,
  ownId: string,
): Promise<Fact<Manager | null>> {
  if (isServiceIssuer(issuer)) return { value: SERVICES[issuer], asserted: [] };
  const stream = issuer === ownId ? own : await store.read(issuer);
  const asserted = issuer === ownId ? [] : [{ stream_id: issuer, expected: stream.version }];
  if (isOperatorId(issuer)) {
    const operator = operatorOf(stream);
    return { value: operator && { kind: 'operator', operator }, asserted };
  }
  const credential = isForeign(stream, 'credential') ? null : credentialOf(stream);
  return { value: credential && { kind: 'credential', credential }, asserted };
}

/** @throws ServiceError `authentication.invalid` where there is no such issuer. */
export function requireManager(manager: Manager | null): Manager {
  if (manager === null) throw new ServiceError('authentication.invalid');
  return manager;
}

/**
 * Whether another operator than one is an owner of all projects. The append asserts that owner's version: of two owners
 * who are removed at once, one stays.
 */
export async function findOtherOwner(
  store: EventStore,
  owners: LikelyOwners,
  { id }: OperatorSnapshot,
): Promise<Fact<boolean>> {
  for (const other of owners.ids()) {
    if (other === id) continue;
    const stream = await store.read(other);
    const operator = readableOperator(stream);
    if (operator !== null && isOwner(operator)) {
      return { value: true, asserted: [{ stream_id: other, expected: stream.version }] };
    }
  }
  return { value: false, asserted: [] };
}

/** Those of some ids that are projects. */
export async function findProjects(store: EventStore, ids: readonly (string | null)[]): Promise<string[]> {
  const named = [...new Set(ids)].filter((id) => id !== null);
  const streams = await Promise.all(named.map((id) => store.read(id)));
  return named.filter((_, index) => {
    const stream = streams[index] as LoadedStream;
    return stream.version > 0 && !isForeign(stream, 'project');
  });
}

/** Null also where an event is forged or missing: nobody can act as that owner. */
function readableOperator(stream: LoadedStream): OperatorSnapshot | null {
  try {
    return operatorOf(stream);
  } catch {
    return null;
  }
}
