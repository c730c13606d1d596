import type { PersonalFields } from '@service/evidence';
import { credentialOf, readLine } from '../lines/read-line.js';

/** Whose personal fields are erased: what meets all that is given. */
export interface Erasure {
  projectId: string;
  credentialId?: string | undefined;
  address?: string | undefined;
  /** Of interactions before this moment, as ISO 8601. */
  before?: string | undefined;
}

/** Personal fields of a block that are to go. */
export interface MatchingEntries {
  digests: string[];
  /** How many of them stand beside lines, too, that were not meant. */
  shared: number;
}

/** Entries that a matching line holds the digest of, though others may hold it as well. */
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
