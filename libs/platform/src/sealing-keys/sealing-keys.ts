import type { EncryptedText } from '@service/contracts';
import type { SealingKey } from './sealing-key.js';

/** Thrown where a secret cannot be decrypted. Its message names the key and nothing of the secret. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/**
 * The sealing keys: the newest encrypts, each of them decrypts. Their file is read again where needed, so a
 * rotation needs no restart.
 */
export class SealingKeys {
  private keys: ReadonlyMap<string, SealingKey>;

  /**
   * @param keys newest first; none on a restored copy.
   * @param displayName how messages name their file.
   * @param readAgain reads the file's current keys; answers none where the file cannot be read.
   */
  constructor(
    keys: readonly SealingKey[],
    readonly displayName = 'the sealing key file',
    private readonly readAgain: () => readonly SealingKey[] = () => [],
  ) {
    this.keys = byId(keys);
  }

  /** Their ids, newest first. */
  get ids(): string[] {
    return [...this.keys.keys()];
  }

  /** The ids of the keys that the file holds now. */
  idsInFile(): string[] {
    this.refresh();
    return this.ids;
  }

  /** Encrypts a text under the newest key.
   *  @param context authenticated with the text: the text can be decrypted with the same context only.
   *  @throws TypeError where there are no keys. */
  encrypt(text: string, context: string): EncryptedText {
    const { sealing_key_id, sealed } = this.encryptBytes(Buffer.from(text, 'utf8'), context);
    return { sealing_key_id, sealed: sealed.toString('base64url') };
  }

  /** The same for bytes. */
  encryptBytes(content: Uint8Array, context: string): { sealing_key_id: string; sealed: Buffer } {
    this.refresh();
    const [newest] = this.keys.values();
    if (newest === undefined) throw new TypeError('There is no sealing key.');
    return { sealing_key_id: newest.id, sealed: newest.encrypt(content, context) };
  }

  /** @param text as a file or a row holds it, which may have other types.
   *  @throws DecryptionError where the key is missing, or the text was changed or encrypted for another context. */
  decrypt(text: Readonly<Record<keyof EncryptedText, unknown>>, context: string): string {
    const sealed = Buffer.from(String(text.sealed), 'base64url');
    const bytes = { sealing_key_id: String(text.sealing_key_id), sealed };
    return this.decryptBytes(bytes, context).toString('utf8');
  }

  /** The same for bytes. */
  decryptBytes(
    { sealing_key_id: id, sealed }: { sealing_key_id: string; sealed: Uint8Array },
    context: string,
  ): Buffer {
    if (!this.keys.has(id)) this.refresh();
    const key = this.keys.get(id);
    if (key === undefined) throw new DecryptionError(`${this.displayName} lacks the sealing key ${id}.`);
    const content = key.decrypt(sealed, context);
    if (content === null)
      throw new DecryptionError(`The secret encrypted under ${id} for ${context} was changed.`);
    return content;
  }

  /** Keeps the current keys if the file cannot be read or holds no key. */
  private refresh(): void {
    const keys = this.readAgain();
    if (keys.length > 0) this.keys = byId(keys);
  }
}

function byId(keys: readonly SealingKey[]): ReadonlyMap<string, SealingKey> {
  return new Map(keys.map((key) => [key.id, key]));
}
