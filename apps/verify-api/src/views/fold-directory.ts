import {
  foldAuthority,
  foldCredential,
  foldProject,
  type AuthoritySnapshot,
  type CredentialEvent,
  type CredentialSnapshot,
  type ProjectEvent,
  type ProjectSnapshot,
} from '@service/contracts';
import type { AuthorityElementContent } from '@service/evidence';

/** What the directory answers about one of its subjects. */
export type DirectorySnapshot = AuthoritySnapshot | CredentialSnapshot | ProjectSnapshot;

/** What folding needs of an event. */
export interface DirectoryEvent {
  type: string;
  version: number;
  element: string | null;
  data: object | null;
  reason: string | null;
}

/**
 * The snapshot after one more event of the credential-authority's log, whatever it is about; undefined where
 * the event's row was changed so that it can't be folded. Such a row must not stop everybody who follows.
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
  return event.type.startsWith('service.credential.')
    ? foldCredential(before as CredentialSnapshot | undefined, event.data as CredentialEvent, event.version)
    : foldProject(before as ProjectSnapshot | undefined, event.data as ProjectEvent, event.version);
}
