import {
  foldAuthority,
  foldCredential,
  foldOperator,
  foldProject,
  type AuthoritySnapshot,
  type CredentialEvent,
  type CredentialSnapshot,
  type OperatorEvent,
  type OperatorSnapshot,
  type ProjectEvent,
  type ProjectSnapshot,
} from '@service/contracts';
import type { AuthorityElementContent } from '@service/evidence';

/** Snapshot of a subject of the directory. */
export type DirectorySnapshot = AuthoritySnapshot | CredentialSnapshot | OperatorSnapshot | ProjectSnapshot;

/** The members of an event that folding reads. */
export interface DirectoryEvent {
  type: string;
  version: number;
  element: string | null;
  data: object | null;
  reason: string | null;
}

/**
 * The snapshot after one more event of the credential-authority's log. Undefined where the event's row was edited
 * and cannot be folded: such a row must not stop the followers of the log.
 */
export function foldDirectory(
  before: DirectorySnapshot | undefined,
  event: DirectoryEvent,
): DirectorySnapshot | undefined {
  try {
    return fold(before, event);
  } catch {
    return undefined;
  }
}

function fold(before: DirectorySnapshot | undefined, event: DirectoryEvent): DirectorySnapshot {
  if (event.element !== null) {
    const element = JSON.parse(event.element) as AuthorityElementContent;
    return foldAuthority(before as AuthoritySnapshot | undefined, element, event.reason);
  }
  if (event.type.startsWith('service.operator.')) {
    return foldOperator(before as OperatorSnapshot | undefined, event.data as OperatorEvent, event.version);
  }
  return event.type.startsWith('service.credential.')
    ? foldCredential(before as CredentialSnapshot | undefined, event.data as CredentialEvent, event.version)
    : foldProject(before as ProjectSnapshot | undefined, event.data as ProjectEvent, event.version);
}
