import type { PersonalFields } from '@service/evidence';
import { credentialOf, readLine, type HistoryLine } from '../lines/read-line.js';

/** Which personal fields are erased: those of a project’s interactions that match all given members. */
export interface ProjectErasure {
  projectId: string;
  credentialId?: string | undefined;
  address?: string | undefined;
  /** Only interactions before this moment match; ISO 8601. */
  before?: string | undefined;
}

/** The personal fields of one operator, in all histories: of what it did, and of attempts to sign in as it. */
interface OperatorErasure {
  operatorId: string;
}

export type Erasure = ProjectErasure | OperatorErasure;

/** The personal fields of a block that are to be erased. */
export interface MatchingEntries {
  digests: string[];
  /** How many of them also belong to lines that do not match. */
  shared: number;
}

/** The entries whose digest a matching line holds; lines that do not match may hold the same digest. */
export function findMatchingEntries(
  erasure: Erasure,
  lines: string,
  personal: Record<string, PersonalFields> | null,
): MatchingEntries {
  const address = 'address' in erasure ? erasure.address : undefined;
  const candidates = Object.keys(personal ?? {}).filter(
    (digest) => address === undefined || personal?.[digest]?.address === address,
  );
  const isMeant = lineMatcher(erasure);
  if (isMeant === null) return { digests: candidates, shared: 0 };
  const meant = new Set<string>();
  const others = new Set<string>();
  for (const text of lines.split('\n')) {
    const line = readLine(text);
    if (line === null || line.client === null) continue;
    (isMeant(line) ? meant : others).add(line.client);
  }
  const digests = candidates.filter((digest) => meant.has(digest));
  return { digests, shared: digests.filter((digest) => others.has(digest)).length };
}

/** Null where every line matches. */
function lineMatcher(erasure: Erasure): ((line: HistoryLine) => boolean) | null {
  if ('operatorId' in erasure) {
    const { operatorId } = erasure;
    return (line) => {
      const caller = credentialOf(line);
      // A refused sign-in has no caller yet, and names the operator as its subject.
      return caller === operatorId || (caller === null && line.subjects.includes(operatorId));
    };
  }
  const { credentialId, before } = erasure;
  if (credentialId === undefined && before === undefined) return null;
  return (line) =>
    (credentialId === undefined || credentialOf(line) === credentialId) &&
    (before === undefined || line.occurred_at < before);
}
