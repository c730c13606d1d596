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

/** An index in the log, and its inclusion proof under the bundle's checkpoint. */
export interface ProvenPlace {
  index: number;
  /** From the leaf up; 32 bytes each. */
  proof: readonly Uint8Array[];
}

type Elements<Content> = readonly SignedElement<Content>[];

/** The parts of a bundle. */
export interface BundleParts {
  answer: BundledAnswer;
  /** All elements, oldest first. */
  record: Elements<RecordElementContent>;
  /** By their ids. */
  authorities: ReadonlyMap<string, Elements<AuthorityElementContent>>;
  /** By their ids, as `keysOfBundle` returns them. */
  keys: ReadonlyMap<string, Elements<KeyElementContent>>;
  /** A signed note of a checkpoint that covers every element, with its cosignatures. */
  checkpoint: string;
  /** Place of each subject's newest element, by subject id: the record, the authorities, `key_` and a key's id. */
  inclusion: ReadonlyMap<string, ProvenPlace>;
  /** Places of the elements that `recordPlaces` and `allPlaces` name, by `placeName`. */
  order: ReadonlyMap<string, ProvenPlace>;
  /** Proof from the tree of the answer's position to the checkpoint's tree; 32 bytes each. */
  consistency: readonly Uint8Array[];
  /** The same from the size that the reader named; undefined where none was. */
  earlier?: { from: number; proof: readonly Uint8Array[] } | undefined;
}

/** An evidence bundle of unchecked parts. @throws RangeError where the answer's position is invalid. */
export function assembleBundle(parts: BundleParts): EvidenceBundle {
  const { answer, checkpoint, earlier } = parts;
  const { origin, size } = parseCheckpoint(parseNote(checkpoint).text);
  const asOf = parseAsOf(answer.as_of);
  if (asOf === null) throw new RangeError('The answer names no position of the log.');
  const proofsOf = (places: ReadonlyMap<string, ProvenPlace>): { [name: string]: string } =>
    Object.fromEntries(
      Array.from(places, ([name, { index, proof }]) => [
        name,
        formatTlogProof({ index, proof: [...proof], checkpoint, extra: null }),
      ]),
    );
  return {
    format: BUNDLE_FORMAT,
    log: origin,
    answer,
    record: parts.record.map(show),
    authorities: showAll(parts.authorities),
    keys: showAll(parts.keys),
    checkpoint,
    inclusion: proofsOf(parts.inclusion),
    order: proofsOf(parts.order),
    consistency: { from: asOf.treeSize, to: size, proof: parts.consistency.map(encodeBase64) },
    ...(earlier === undefined
      ? {}
      : { earlier: { from: earlier.from, to: size, proof: earlier.proof.map(encodeBase64) } }),
  };
}

function showAll<Content>(chains: ReadonlyMap<string, Elements<Content>>) {
  return Object.fromEntries([...chains].map(([id, chain]) => [id, chain.map(show)]));
}

function show<Content>({ content, digest, signature }: SignedElement<Content>) {
  return { ...content, digest: digest as Digest, signature };
}

/**
 * The elements of every key that signed an answer or an element, including the elements of these keys.
 * @param elementsOf the elements of a key by its id; undefined for an unknown key.
 * @throws RangeError for an unknown key: its signatures would prove nothing.
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
