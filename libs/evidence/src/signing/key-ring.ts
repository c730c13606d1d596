import { EvidenceError } from '../evidence-error.js';
import { parseStrictJson, type JsonValue } from '../json/strict-json.js';
import { isTimestamp } from '../elements/member-forms.js';
import { KEY_PURPOSES, SigningKey, type KeyPurpose, type SigningKeyJwk } from './signing-key.js';

/**
 * The private keys of one environment: one or more for each purpose, unless it is empty; the newest signs. The file's form is
 * `{"keys": [...]}`, the newest first within a purpose.
 */
export class KeyRing {
  readonly #keys: readonly SigningKey[];

  private constructor(keys: readonly SigningKey[]) {
    this.#keys = keys;
  }

  /** The ring of a process that signs nothing, such as one on a restored copy. */
  static empty(): KeyRing {
    return new KeyRing([]);
  }

  private static of(keys: readonly SigningKey[]): KeyRing {
    for (const purpose of KEY_PURPOSES)
      requireOrdered(
        keys.filter((key) => key.purpose === purpose),
        purpose,
      );
    if (new Set(keys.map((key) => key.keyId)).size < keys.length)
      throw malformed('A key stands in it twice.');
    return new KeyRing(keys);
  }

  /** Makes a ring with a new key for each purpose. @param createdAt ISO 8601, UTC, milliseconds. */
  static generate(createdAt: string): KeyRing {
    return KeyRing.of(KEY_PURPOSES.map((purpose) => SigningKey.generate(purpose, createdAt)));
  }

  /**
   * Reads the ring of a file's text.
   * @throws EvidenceError `json.*`, `key.malformed`, or `key_ring.malformed` where a member is missing, unknown or of
   * another form, a purpose has no key, or a purpose's keys are not in order. No message repeats a part of a key.
   */
  static parse(text: string): KeyRing {
    const file = membersOf(parseStrictJson(text), ['keys']);
    const keys = file['keys'];
    if (!Array.isArray(keys)) throw malformed('"keys" is not a list.');
    return KeyRing.of(keys.map((key) => new SigningKey(readJwk(key))));
  }

  /** The key that signs for a purpose. @throws TypeError where the ring is empty. */
  newest(purpose: KeyPurpose): SigningKey {
    const [newest] = this.all(purpose);
    if (newest === undefined) throw new TypeError(`There is no key for the purpose ${purpose}.`);
    return newest;
  }

  /** All keys of a purpose, the newest first. */
  all(purpose: KeyPurpose): SigningKey[] {
    return this.#keys.filter((key) => key.purpose === purpose);
  }

  /** The ring with another key. @throws EvidenceError where it is not the newest of its purpose. */
  with(key: SigningKey): KeyRing {
    return KeyRing.of([key, ...this.#keys]);
  }

  /** The ring without a key. @throws EvidenceError `key_ring.malformed` where it is the only one of its purpose. */
  without(keyId: string): KeyRing {
    return KeyRing.of(this.#keys.filter((key) => key.keyId !== keyId));
  }

  /** The text of the file, with the secret halves. */
  toFileText(): string {
    return `${JSON.stringify({ keys: this.#keys.map((key) => key.toPrivateJwk()) }, null, 2)}\n`;
  }
}

const JWK_MEMBERS = ['purpose', 'kty', 'crv', 'x', 'd', 'created_at'] as const;

function readJwk(value: JsonValue): SigningKeyJwk {
  const { purpose, kty, crv, x, d, created_at } = membersOf(value, JWK_MEMBERS);
  if (!KEY_PURPOSES.some((known) => known === purpose)) throw malformed('A key has an unknown purpose.');
  if (kty !== 'OKP' || crv !== 'Ed25519') throw malformed('A key is not an Ed25519 key.');
  if (typeof x !== 'string' || typeof d !== 'string') throw malformed('A key lacks a half.');
  if (!isTimestamp(created_at)) throw malformed('A key does not say when it was created.');
  return { purpose: purpose as KeyPurpose, kty, crv, x, d, created_at };
}

function membersOf<Name extends string>(
  value: JsonValue,
  names: readonly Name[],
): Partial<Record<Name, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('It is not an object.');
  const present = Object.keys(value);
  if (present.length !== names.length || !names.every((name) => present.includes(name))) {
    throw malformed(`An object has exactly the members ${names.join(', ')}.`);
  }
  return value as Partial<Record<Name, JsonValue>>;
}

function requireOrdered(keys: readonly SigningKey[], purpose: KeyPurpose): void {
  if (keys.length === 0) throw malformed(`There is no key for the purpose ${purpose}.`);
  const isOrdered = keys.every(
    (key, at) => at === 0 || key.createdAt <= (keys[at - 1] as SigningKey).createdAt,
  );
  if (!isOrdered) throw malformed(`The keys for the purpose ${purpose} are not in order, the newest first.`);
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('key_ring.malformed', reason);
}
