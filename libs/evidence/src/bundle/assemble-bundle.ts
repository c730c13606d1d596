import { ANSWERS_TYPE, parseAsOf } from '../answers/index.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { Digest } from '../digest.js';
import type { SignedElement } from '../elements/element-signature.js';
import { encodeBase64 } from '../encoding/base-encodings.js';
import type { KeyElementContent } from '../elements/key-element.js';
import { formatTlogProof, parseCheckpoint, parseNote } from '../notes/index.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { parseDetachedJws } from '../signing/index.js';
import { BUNDLE_FORMAT, type BundledAnswer, type EvidenceBundle } from './bundle.js';

/** A place in the log, and the proof of what stands there under the bundle's checkpoint. */
export interface ProvenPlace {
  index: number;
  /** From the leaf up; 32 bytes each. */
  proof: readonly Buffer[];
}

type Elements<Content> = readonly SignedElement<Content>[];

/** What a bundle is put together from. */
export interface BundleParts {
  answer: BundledAnswer;
  /** All elements, oldest first. */
  record: Elements<RecordElementContent>;
  /** By their ids. */
  authorities: ReadonlyMap<string, Elements<AuthorityElementContent>>;
  /** By their ids: what `keysOfBundle` finds. */
  keys: ReadonlyMap<string, Elements<KeyElementContent>>;
  /** A signed note of a checkpoint that covers every element, with its cosignatures. */
  checkpoint: string;
  /** Of the newest element of each subject, by the subject's id: the record, the authorities, `key_` and a key's id. */
  inclusion: ReadonlyMap<string, ProvenPlace>;
  /** That the tree that the answer holds as of is the beginning of the checkpoint's; 32 bytes each. */
  consistency: readonly Buffer[];
}

/** An evidence bundle of its parts, of which nothing is checked. @throws where the position of the answer is none. */
export function assembleBundle(parts: BundleParts): EvidenceBundle {
  const { answer, checkpoint } = parts;
  const { origin, size } = parseCheckpoint(parseNote(checkpoint).text);
  const asOf = parseAsOf(answer.as_of);
  if (asOf === null) throw new RangeError('The answer holds as of no position of the log.');
  const proofs = [...parts.inclusion].map(([subjectId, { index, proof }]) => [
    subjectId,
    formatTlogProof({ index, proof: [...proof], checkpoint, extra: null }),
  ]);
  return {
    format: BUNDLE_FORMAT,
    log: origin,
    answer,
    record: parts.record.map(show),
    authorities: showAll(parts.authorities),
    keys: showAll(parts.keys),
    checkpoint,
    inclusion: Object.fromEntries(proofs) as EvidenceBundle['inclusion'],
    consistency: { from: asOf.treeSize, to: size, proof: parts.consistency.map(encodeBase64) },
  };
}

function showAll<Content>(chains: ReadonlyMap<string, Elements<Content>>) {
  return Object.fromEntries([...chains].map(([id, chain]) => [id, chain.map(show)]));
}

function show<Content>({ content, digest, signature }: SignedElement<Content>) {
  return { ...content, digest: digest as Digest, signature };
}

/**
 * The elements of every key that signed an answer or one of the elements, and of those that signed the keys' own.
 * @param elementsOf the elements of a key by its id; undefined where no such key is known.
 * @throws RangeError where a key is not known, for its signatures would prove nothing.
 */
export function keysOfBundle(
  { signature }: Pick<BundledAnswer, 'signature'>,
  chains: readonly Elements<object>[],
  elementsOf: (keyId: string) => Elements<KeyElementContent> | undefined,
): Map<string, Elements<KeyElementContent>> {
  const keys = new Map<string, Elements<KeyElementContent>>();
  const wanted = [parseDetachedJws(signature, ANSWERS_TYPE).keyId, ...chains.flatMap(signersOf)];
  for (let keyId = wanted.pop(); keyId !== undefined; keyId = wanted.pop()) {
    if (keys.has(keyId)) continue;
    const elements = elementsOf(keyId);
    if (elements === undefined) throw new RangeError(`No key ${keyId} is published.`);
    keys.set(keyId, elements);
    wanted.push(...signersOf(elements));
  }
  return keys;
}

function signersOf(chain: Elements<object>): string[] {
  return chain.flatMap(({ signature }) => (signature === null ? [] : [signature.key_id]));
}
