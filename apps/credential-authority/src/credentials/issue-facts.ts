import {
  ServiceError,
  TERMS_BOUNDS,
  isOperatorId,
  isServiceIssuer,
  type CommandEnvelope,
  type CredentialEvent,
  type CredentialSnapshot,
} from '@service/contracts';
import {
  authenticDataOf,
  contentOf,
  dataOf,
  type AssertedStream,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import type { AuthorityElementContent } from '@service/evidence';
import { readIssuingOperator } from '../operators/issuing-operator.js';
import { isForeign } from '../streams/stream-domain.js';
import { evolve } from './credential.decider.js';
import type { Issuer } from './issuer.decider.js';

/**
 * The credential of a stream; null where the stream is empty.
 * @throws ServiceError `service.unavailable` where an event is forged or missing.
 */
export function credentialOf(stream: LoadedStream): CredentialSnapshot | null {
  return dataOf<CredentialEvent>(stream).reduce<CredentialSnapshot | null>(evolve, null);
}

/** The credential as far as its events are authentic: forged ones must not prevent its end. */
export function authenticCredentialOf(stream: LoadedStream): CredentialSnapshot | null {
  return authenticDataOf<CredentialEvent>(stream).reduce<CredentialSnapshot | null>(evolve, null);
}

/** Who issues or changes, and the version that the append asserts. */
export interface ReadIssuer {
  issuer: Issuer | null;
  asserted: AssertedStream[];
}

/**
 * Reads the credential or the operator that issues or changes; null for a part of the service that may do so.
 * @param own the stream that the command changes, which may be the issuer's.
 * @throws ServiceError `authentication.invalid` where there is no such issuer.
 */
export async function readIssuer(
  store: EventStore,
  { key, project_id, issued_by }: Pick<CommandEnvelope, 'key' | 'project_id' | 'issued_by'>,
  own: LoadedStream,
): Promise<ReadIssuer> {
  if (isServiceIssuer(issued_by)) return { issuer: null, asserted: [] };
  if (isOperatorId(issued_by)) return readIssuingOperator(store, issued_by, project_id);
  const stream = issued_by === key ? own : await store.read(issued_by);
  if (stream.version === 0 || isForeign(stream, 'credential'))
    throw new ServiceError('authentication.invalid');
  const asserted = issued_by === key ? [] : [{ stream_id: issued_by, expected: stream.version }];
  return { issuer: credentialOf(stream), asserted };
}

/** Filters ids to those of a project's authorities; ids of other projects are left out like unknown ones. */
export async function findAuthorities(
  store: EventStore,
  projectId: string | null,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length > TERMS_BOUNDS.authorities) return [];
  const streams = await Promise.all(ids.map((id) => store.read(id)));
  return ids.filter((_, index) => {
    const stream = streams[index] as LoadedStream;
    const [first] = stream.events;
    if (first === undefined || isForeign(stream, 'authority')) return false;
    return contentOf<AuthorityElementContent>(first).project_id === projectId;
  });
}
