import type { PersonalFields } from '@service/evidence';
import { credentialOf, readLine } from '../lines/read-line.js';

/** Which personal fields are erased: those of interactions that match all given members. */
export interface Erasure {
  projectId: string;
  credentialId?: string | undefined;
  address?: string | undefined;
  /** Only interactions before this moment match; ISO 8601. */
  before?: string | undefined;
}

/** The personal fields of a block that are to be erased. */
export interface MatchingEntries {
  digests: string[];
  /** How many of them also belong to lines that do not match. */
  shared: number;
}

/** The entries whose digest a matching line holds; lines that do not match may hold the same digest. */
export function findMatchingEntries(
  { credentialId, address, before }: Erasure,
  lines: string,
  personal: Record<string, PersonalFields> | null,
): MatchingEntries {
  const candidates = Object.keys(personal ?? {}).filter(
    (digest) => address === undefined || personal?.[digest]?.address === address,
  );
  if (credentialId === undefined && before === undefined) return { digests: candidates, shared: 0 };
  const meant = new Set<string>();
  const others = new Set<string>();
  for (const text of lines.split('\n')) {
    const line = readLine(text);
    if (line === null || line.client === null) continue;
    const matches =
      (credentialId === undefined || credentialOf(line) === credentialId) &&
      (before === undefined || line.occurred_at < before);
    (matches ? meant : others).add(line.client);
  }
  const digests = candidates.filter((digest) => meant.has(digest));
  return { digests, shared: digests.filter((digest) => others.has(digest)).length };
}
