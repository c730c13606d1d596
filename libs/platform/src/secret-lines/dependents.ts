import { StartError } from '../start-error.js';
import {
  readLines,
  secretLinesFileOf,
  type SecretLinesKind,
  type SecretLinesSettings,
} from './secret-lines-file.js';

/** For each secret's id, how many live objects depend on it. */
export type DependentCounts = ReadonlyMap<string, number>;

/** A number of live objects in words, as in “2 live credentials”. */
export function dependentsInWords({ dependents }: SecretLinesKind, count: number): string {
  return `${count} live ${count === 1 ? dependents.slice(0, -1) : dependents}`;
}

/**
 * Checks that the secrets of all live objects are there.
 * @throws StartError with the missing secrets, and how many objects depend on each.
 */
export function requireDependedOn(
  kind: SecretLinesKind,
  held: { ids: readonly string[]; displayName: string },
  counts: DependentCounts,
): void {
  const missing = [...counts].filter(([id]) => !held.ids.includes(id));
  if (missing.length === 0) return;
  const sentences = missing.map(([id, count]) => {
    const depend = `${dependentsInWords(kind, count)} ${count === 1 ? 'depends' : 'depend'} on`;
    return `${held.displayName} lacks the ${kind.name} ${id}, which ${depend}; put its line back.`;
  });
  throw new StartError(sentences.join('\n'));
}

/** Lines for an operator: the file, and every secret, missing ones too, with how many objects depend on it. */
export async function listSecretLines(
  kind: SecretLinesKind,
  settings: SecretLinesSettings,
  idOf: (line: string) => string,
  counts: DependentCounts,
): Promise<string[]> {
  const file = secretLinesFileOf(kind, settings);
  const held = (await readLines(file)).map(idOf);
  const missing = [...counts.keys()].filter((id) => !held.includes(id));
  const lineOf = (id: string, note: string) =>
    `  ${id}: ${dependentsInWords(kind, counts.get(id) ?? 0)}${note}`;
  return [
    file.displayName,
    ...held.map((id, index) => lineOf(id, index === 0 ? ', used for new secrets' : '')),
    ...missing.map((id) => lineOf(id, ', missing from the file')),
  ];
}
