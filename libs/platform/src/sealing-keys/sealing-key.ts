import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for the encryption of secrets with AES-256-GCM (NIST SP 800-38D). */
export class SealingKey {
  private readonly key: KeyObject;
  /** First 16 hex digits of the SHA-256 of the key. */
  readonly id: string;

  private constructor(bytes: Buffer) {
    this.key = createSecretKey(bytes);
    this.id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  }

  /** The key on a line, 32 bytes in base64 or base64url; null where the line is invalid. */
  static parse(line: string): SealingKey | null {
    if (!/^[\w+/-]{43}=?$/.test(line)) return null;
    const bytes = Buffer.from(line, 'base64');
    return bytes.length === KEY_BYTES ? new SealingKey(bytes) : null;
  }

  /** @returns a random nonce of 96 bits, the ciphertext and the tag of 128 bits. */
  encrypt(content: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context, 'utf8'));
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  }

  /** The content; null if it was encrypted under another key or for another context, or was changed. */
  decrypt(encrypted: Uint8Array, context: string): Buffer | null {
    const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([content, decipher.final()]);
    } catch {
      return null;
    }
  }
}
