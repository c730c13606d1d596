import {
  formatCheckpoint,
  logVerifiers,
  noteSigner,
  openCheckpoint,
  signNote,
  type Checkpoint,
  type KeyRing,
  type NoteSigner,
} from '@service/evidence';

/** Signs a log's checkpoints with all checkpoint keys of the ring, under the log's origin as the keys' name. */
export class CheckpointSigner {
  private readonly signers: readonly NoteSigner[];

  constructor(
    private readonly origin: string,
    private readonly keys: KeyRing,
  ) {
    this.signers = keys.all('checkpoint').map((key) => noteSigner(origin, key));
  }

  /** The signed note of a tree. */
  sign({ size, root }: { size: number; root: Uint8Array }): string {
    return signNote(formatCheckpoint({ origin: this.origin, size, root }), this.signers);
  }

  /** @throws EvidenceError where no key of the ring signed the note, or the note is not of this log. */
  open(note: string): Checkpoint {
    const { origin, keys } = this;
    return openCheckpoint(note, { origin, log: logVerifiers(keys, origin), cosigners: [] }).checkpoint;
  }
}
