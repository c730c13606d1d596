import { hashLeaf, verifyInclusion } from '../merkle/index.js';
import type { EvidenceBundle } from '../bundle/bundle.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import { parseTlogProof, type Checkpoint, type OpenedCheckpoint } from '../notes/index.js';
import { newestEntry, newestOf, type SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';
import type { KeyTerms, KeyTermsLookUp } from './key-terms.js';

/** Log index of each subject's newest element. */
export type LogIndices = ReadonlyMap<string, number>;

/**
 * The newest element of each chain is in the log: the entry is rebuilt from the chain, and size and root are the
 * checkpoint's. The links prove the earlier elements.
 */
export function checkInclusions(
  bundle: Pick<EvidenceBundle, 'checkpoint' | 'inclusion'>,
  { checkpoint }: OpenedCheckpoint,
  chains: readonly SubjectChain<{ salt: string }>[],
): Passed<LogIndices> {
  const indices = new Map<string, number>();
  for (const chain of chains) {
    const { subjectId } = chain;
    const proof = Object.hasOwn(bundle.inclusion, subjectId) ? bundle.inclusion[subjectId] : undefined;
    indices.set(subjectId, provenIndex(chain, proof, bundle.checkpoint, checkpoint));
  }
  return new Passed(indices, `index ${[...indices.values()].join(', ')} of ${checkpoint.size}`);
}

/** The keys in the log. */
export interface LoggedKeys {
  keyOf: KeyTermsLookUp;
  indices: LogIndices;
}

/** The same for keys. Only keys in the log are published. */
export function checkKeyInclusions(
  bundle: Pick<EvidenceBundle, 'checkpoint' | 'inclusion'>,
  opened: OpenedCheckpoint,
  chains: readonly SubjectChain<KeyElementContent>[],
): Passed<LoggedKeys> {
  const { value: indices, about } = checkInclusions(bundle, opened, chains);
  const keys = new Map(
    chains.map((chain) => [newestOf(chain).content.key_id, termsOf(chain, indices.get(chain.subjectId))]),
  );
  return new Passed({ keyOf: (keyId) => keys.get(keyId), indices }, about);
}

/** The terms of a key, whose newest element has a log index. */
export function termsOf(
  chain: Pick<SubjectChain<KeyElementContent>, 'elements'>,
  index: number | undefined,
): KeyTerms {
  const { purpose, public_key, cause, invalid_since, state, occurred_at } = newestOf(chain).content;
  const published_at = chain.elements[0]?.content.occurred_at ?? null;
  const revoked_at = state === 'revoked' ? occurred_at : null;
  const end = revoked_at === null ? undefined : index;
  return { purpose, public_key, cause, invalid_since, published_at, revoked_at, end };
}

/** The same for the record; in addition, every proof belongs to a subject in the bundle. */
export function checkRecordInclusion(
  bundle: EvidenceBundle,
  opened: OpenedCheckpoint,
  chains: readonly SubjectChain<{ salt: string }>[],
): Passed<LogIndices> {
  const { authorities, keys, inclusion } = bundle;
  const others = [...Object.keys(authorities), ...Object.keys(keys).map(keySubjectId)];
  const subjects = new Set([...others, ...chains.map(({ subjectId }) => subjectId)]);
  const stray = Object.keys(inclusion).find((subjectId) => !subjects.has(subjectId));
  if (stray !== undefined) throw new CheckFailed('it is not in the bundle, and yet proven', stray);
  return checkInclusions(bundle, opened, chains);
}

/**
 * Index of a chain's newest element in the log.
 * @param text the proof (C2SP tlog-proof); undefined where the bundle has none.
 * @param note of the checkpoint that the proof must be under.
 */
export function provenIndex(
  chain: SubjectChain<{ salt: string }>,
  text: string | undefined,
  note: string,
  { origin, size, root }: Checkpoint,
): number {
  const about = `element ${chain.elements.length} of ${chain.subjectId}`;
  if (text === undefined) throw new CheckFailed('there is no proof that it is in the log', about);
  const { index, proof, checkpoint: under, extra } = parseTlogProof(text);
  if (extra !== null) throw new CheckFailed('its proof holds something that nothing vouches for', about);
  if (under !== note) throw new CheckFailed("its proof is not under the bundle's checkpoint", about);
  const leafHash = hashLeaf(newestEntry(chain, origin));
  if (!verifyInclusion({ leafHash, index, size, root, proof })) {
    throw new CheckFailed('it is not in the log at that place', about);
  }
  return index;
}
