import type { EvidenceBundle } from '../bundle/bundle.js';
import type { Digest } from '../digest.js';
import type { KeyElementContent } from '../elements/key-element.js';
import { decodeBase64 } from '../encoding/base-encodings.js';
import { hashLeaf, sameHash, verifyConsistency } from '../merkle/index.js';
import type { Checkpoint } from '../notes/index.js';
import { firstSlot, logEntry } from '../slots.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { LogIndices } from './inclusion-checks.js';
import type { LogEntries } from './log-entries.js';

type KeyChain = SubjectChain<KeyElementContent>;

/** What tells that a key is the first entry of the log. */
export interface LogStart {
  /** Log indices of the newest elements, by subject. */
  indices: LogIndices;
  checkpoint: Checkpoint;
  earlier: EvidenceBundle['earlier'];
  entries: LogEntries | null;
}

/**
 * Every key was published under the signature of a provenance key that was published before it, up to the first entry of the
 * log. A key that signed only itself would be anyone's who can write into the service's database: the log takes it in.
 * @param selfSigned keys that the verifier accepts by their ids although they signed themselves.
 */
export function checkPublications(
  chains: readonly KeyChain[],
  start: LogStart,
  selfSigned: ReadonlySet<string>,
): Passed<null> {
  const keys = new Map(chains.map((chain) => [keyIdOf(chain), chain]));
  let undecided: NotChecked | null = null;
  for (const chain of chains) {
    const root = rootOf(chain, keys, start);
    if (selfSigned.has(keyIdOf(root)) || undecided !== null) continue;
    const isFirst = isFirstEntry(root, start);
    if (isFirst === false) {
      throw new CheckFailed('it signed itself, and is not the first entry of the log', root.subjectId);
    }
    if (isFirst === null) {
      const why =
        'not decided: it signed itself; the entries, or a proof from size 1, tell whether it is the first';
      undecided = new NotChecked(why, root.subjectId);
    }
  }
  if (undecided !== null) throw undecided;
  return new Passed(null, `${chains.length} keys`);
}

/** The self-signed key that the signatures of publications lead to. */
function rootOf(chain: KeyChain, keys: ReadonlyMap<string, KeyChain>, start: LogStart): KeyChain {
  const passed = new Set<string>();
  let key = chain;
  for (;;) {
    const signerId = key.shown[0]?.signature?.key_id ?? '';
    if (signerId === keyIdOf(key)) return key;
    const signer = keys.get(signerId);
    if (signer === undefined)
      throw new CheckFailed('its publication is signed by an unknown key', key.subjectId);
    if (passed.has(signerId)) throw new CheckFailed('its keys published each other', key.subjectId);
    passed.add(signerId);
    requireBefore(signer, key, start);
    key = signer;
  }
}

/** The signer was published before the key, and not revoked by then, as far as the known places tell. */
function requireBefore(signer: KeyChain, key: KeyChain, start: LogStart): void {
  const published = publicationIndex(key, start);
  if (published === null) return;
  const signedBy = publicationIndex(signer, start);
  if (signedBy !== null && signedBy > published) {
    throw new CheckFailed('its signer was published later', key.subjectId);
  }
  const revoked = signer.elements.length > 1 ? start.indices.get(signer.subjectId) : undefined;
  if (revoked !== undefined && revoked < published) {
    throw new CheckFailed('its signer had been revoked before', key.subjectId);
  }
}

/** Log index of a key's first element. The proven index is that of its newest; null where nothing at hand tells. */
function publicationIndex(key: KeyChain, { indices, checkpoint, entries }: LogStart): number | null {
  if (key.elements.length === 1) return indices.get(key.subjectId) ?? null;
  return entries?.indexOf(firstSlot(checkpoint.origin, key.subjectId)) ?? null;
}

/** Whether a key's publication is the first entry of the log; null where nothing at hand tells. */
function isFirstEntry(key: KeyChain, { indices, checkpoint, earlier, entries }: LogStart): boolean | null {
  const [publication, ...later] = key.elements;
  if (publication === undefined) return false;
  if (later.length === 0) return indices.get(key.subjectId) === 0;
  const slot = firstSlot(checkpoint.origin, key.subjectId);
  const root = hashLeaf(logEntry(slot, publication.digest as Digest));
  const first = entries?.rootAt(1) ?? null;
  if (first !== null) return sameHash(first, root);
  if (earlier?.from !== 1 || earlier.to !== checkpoint.size) return null;
  const claim = { fromSize: 1, fromRoot: root, toSize: checkpoint.size, toRoot: checkpoint.root };
  return verifyConsistency({ ...claim, proof: earlier.proof.map(decodeBase64) });
}

function keyIdOf({ elements }: KeyChain): string {
  return elements[0]?.content.key_id ?? '';
}
