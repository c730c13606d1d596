import { KEY_PURPOSES, SigningKey, type KeyPurpose, type StoredSigningKey } from './signing-key.js';

/** The private keys of an environment: of each purpose the newest signs; older checkpoint keys sign beside it. */
export class KeyRing {
  private readonly keys: readonly SigningKey[];

  /**
   * @param stored newest first within a purpose.
   * @throws TypeError where a purpose has no key, or a key stands twice.
   */
  constructor(stored: readonly StoredSigningKey[]) {
    this.keys = stored.map((key) => new SigningKey(key));
    for (const purpose of KEY_PURPOSES) {
      if (this.all(purpose).length === 0) throw new TypeError(`There is no ${purpose} key.`);
    }
    if (new Set(this.keys.map(({ keyId }) => keyId)).size < this.keys.length) {
      throw new TypeError('A signing key stands there twice.');
    }
  }

  /** The key that signs what is new. */
  newest(purpose: KeyPurpose): SigningKey {
    return this.all(purpose)[0] as SigningKey;
  }

  /** Every key of a purpose, newest first. */
  all(purpose: KeyPurpose): SigningKey[] {
    return this.keys.filter((key) => key.purpose === purpose);
  }
}
