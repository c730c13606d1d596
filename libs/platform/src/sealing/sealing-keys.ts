import type { SealedText } from '@service/contracts';
import type { SealingKey } from './sealing-key.js';

/** Thrown where a sealed text cannot be opened; says which key, and nothing of the text. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * The keys that secrets are sealed under: the newest seals, every one opens. They are those that their file holds
 * at that moment, so that nobody needs to be restarted after a rotation.
 */
export class SealingKeys {
  private keys: ReadonlyMap<string, SealingKey>;

  /**
   * @param keys newest first.
   * @param place how a sentence names their file.
   * @param readAgain what the file holds now; nothing where that cannot be told.
   * @throws TypeError without any.
   */
  constructor(
    keys: readonly SealingKey[],
    readonly place = 'the sealing key file',
    private readonly readAgain: () => readonly SealingKey[] = () => [],
  ) {
    if (keys.length === 0) throw new TypeError('There is no sealing key.');
    this.keys = byId(keys);
  }

  /** Their ids, newest first. */
  get ids(): string[] {
    return [...this.keys.keys()];
  }

  /** Encrypts a text under the newest key.
   *  @param context authenticated beside the text: what is sealed for one opens for no other. */
  seal(text: string, context: string): SealedText {
    this.refresh();
    const [newest] = this.keys.values() as Iterable<SealingKey> as [SealingKey];
    return { sealing_key_id: newest.id, sealed: newest.seal(text, context) };
  }

  /** @throws SealError where the key is not held, or the text was sealed for another context or changed. */
  open({ sealing_key_id: id, sealed }: SealedText, context: string): string {
    if (!this.keys.has(id)) this.refresh();
    const key = this.keys.get(id);
    if (key === undefined) throw new SealError(`${this.place} lacks the sealing key ${id}.`);
    const text = key.open(sealed, context);
    if (text === null) throw new SealError(`What was sealed under ${id} for ${context} was changed.`);
    return text;
  }

  /** A file that cannot be read, or holds no key, changes nothing. */
  private refresh(): void {
    const keys = this.readAgain();
    if (keys.length > 0) this.keys = byId(keys);
  }
}

function byId(keys: readonly SealingKey[]): ReadonlyMap<string, SealingKey> {
  return new Map(keys.map((key) => [key.id, key]));
}
