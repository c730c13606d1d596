import { encodeBase64 } from '../encoding/base-encodings.js';
import { hashLeaf, MerkleTree } from '../merkle/index.js';
import {
  addSignatures,
  formatCheckpoint,
  formatVerifierKey,
  noteCosigner,
  noteSigner,
  parseNote,
  formatNote,
  signNote,
  signText,
  type NoteSigner,
} from '../notes/index.js';
import type { SigningKey } from '../signing/index.js';
import { newestEntry } from '../verifying/chains.js';
import type { HashedElement } from '../elements/element.js';
import { sampleKey } from './sample-keys.js';

export const SAMPLE_ORIGIN = 'example.org/log/development';
/** The current time of all samples, in seconds. */
export const SAMPLE_NOW = Date.parse('2026-11-21T12:00:00.000Z') / 1000;

/** A transparency log in memory, with its own keys and witnesses. */
export class SampleLog {
  readonly entries: Uint8Array[] = [];
  private readonly tree = new MerkleTree();
  /** Keys that were made for the log. */
  private made = 0;
  readonly signers: NoteSigner[];
  readonly witnesses: NoteSigner[];

  constructor(
    readonly origin = SAMPLE_ORIGIN,
    /** Time of the witnesses' cosignatures in seconds, or the time of each. */
    witnessedAt: number | readonly number[] = SAMPLE_NOW,
    /** Whose keys it has. */
    private readonly name = 'sample',
  ) {
    this.signers = [this.newSigner()];
    const names = ['witness.example/one', 'witness.example/two', 'witness.example/three'];
    this.witnesses = names.map((name, index) => {
      const at = typeof witnessedAt === 'number' ? witnessedAt : (witnessedAt[index] ?? SAMPLE_NOW);
      return noteCosigner(name, this.keyOf(name), () => at);
    });
  }

  get size(): number {
    return this.tree.size;
  }

  get vkeys(): string[] {
    return this.signers.map(({ verifierKey }) => formatVerifierKey(verifierKey));
  }

  get witnessVkeys(): string[] {
    return this.witnesses.map(({ verifierKey }) => formatVerifierKey(verifierKey));
  }

  /** Adds a key that signs the log's checkpoints. */
  newSigner(): NoteSigner {
    this.made += 1;
    return noteSigner(this.origin, this.keyOf(`log ${this.made}`));
  }

  private keyOf(holder: string): SigningKey {
    return sampleKey(`${this.name} ${holder}`, 'checkpoint');
  }

  append(entry: Uint8Array): number {
    this.entries.push(entry);
    this.tree.append(hashLeaf(entry));
    return this.tree.size - 1;
  }

  /** Sequences the newest element of a chain. */
  sequence(subjectId: string, chain: readonly HashedElement<{ salt: string }>[]): number {
    return this.append(newestEntry({ subjectId, elements: chain }, this.origin));
  }

  root(size = this.size): Uint8Array {
    return this.tree.root(size);
  }

  inclusion(index: number, size = this.size): Uint8Array[] {
    return this.tree.inclusionProof(index, size);
  }

  consistency(from: number, to = this.size): Uint8Array[] {
    return this.tree.consistencyProof(from, to);
  }

  /** The note of a checkpoint, cosigned by some of the witnesses. */
  checkpoint(size = this.size, witnesses: readonly NoteSigner[] = [], signers = this.signers): string {
    const text = formatCheckpoint({ origin: this.origin, size, root: this.root(size) });
    const note = parseNote(signNote(text, signers));
    return formatNote(
      addSignatures(
        note,
        witnesses.map((witness) => signText(text, witness)),
      ),
    );
  }

  /** A receipt as answers show it. */
  receipt(index: number, size: number) {
    return {
      checkpoint: this.checkpoint(size),
      inclusion_proof: this.inclusion(index, size).map(encodeBase64),
      log_index: index,
      root_hash: encodeBase64(this.root(size)),
      tree_size: size,
    };
  }
}
