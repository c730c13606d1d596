import { EvidenceError } from '../evidence-error.js';
import { parseStrictJson, type JsonValue } from '../json/strict-json.js';
import { isTimestamp } from '../elements/member-forms.js';
import { isPublicKey } from './public-key.js';
import { KEY_PURPOSES, SigningKey, type KeyPurpose, type SigningKeyJwk } from './signing-key.js';
import { thumbprint } from './thumbprint.js';

/** A checkpoint key that signs no more, without its private half. */
export interface RetiredKey {
  keyId: string;
  /** In base64url, as a JWK's `x`. */
  publicKey: string;
  createdAt: string;
  /** ISO 8601, UTC, milliseconds. */
  retiredAt: string;
  /** Of the largest checkpoint that its signature counts for. */
  treeSize: number;
}

/**
 * The private keys of one environment: one or more for each purpose, unless it is empty; the newest signs. The file's form is
 * `{"keys": [...]}`, the newest first within a purpose, and beside it `retired`, the checkpoint keys from before.
 */
export class KeyRing {
  readonly #keys: readonly SigningKey[];

  private constructor(
    keys: readonly SigningKey[],
    /** Checkpoint keys that sign no more; readers need them for what they signed. */
    readonly retired: readonly RetiredKey[],
  ) {
    this.#keys = keys;
  }

  /** The ring of a process that signs nothing, such as one on a restored copy. */
  static empty(): KeyRing {
    return new KeyRing([], []);
  }

  private static of(keys: readonly SigningKey[], retired: readonly RetiredKey[] = []): KeyRing {
    for (const purpose of KEY_PURPOSES)
      requireOrdered(
        keys.filter((key) => key.purpose === purpose),
        purpose,
      );
    const ids = [...keys, ...retired].map(({ keyId }) => keyId);
    if (new Set(ids).size < ids.length) throw malformed('A key stands in it twice.');
    return new KeyRing(keys, retired);
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
    const { keys, retired = [] } = membersOf<'keys' | 'retired'>(
      parseStrictJson(text),
      ['keys'],
      ['retired'],
    );
    if (!Array.isArray(keys)) throw malformed('"keys" is not a list.');
    if (!Array.isArray(retired)) throw malformed('"retired" is not a list.');
    return KeyRing.of(
      keys.map((key) => new SigningKey(readJwk(key))),
      retired.map(readRetired),
    );
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
    return KeyRing.of([key, ...this.#keys], this.retired);
  }

  /**
   * The ring in which a checkpoint key signs no more.
   * @throws EvidenceError `key_ring.malformed` where it is the only one, or no checkpoint key.
   */
  retire(id: string, end: Pick<RetiredKey, 'retiredAt' | 'treeSize'>): KeyRing {
    const key = this.all('checkpoint').find(({ keyId }) => keyId === id);
    if (key === undefined) throw malformed(`${id} is not a checkpoint key.`);
    const { keyId, publicKey, createdAt } = key;
    const left = this.#keys.filter((each) => each !== key);
    return KeyRing.of(left, [{ keyId, publicKey, createdAt, ...end }, ...this.retired]);
  }

  /** The text of the file, with the secret halves. */
  toFileText(): string {
    const keys = this.#keys.map((key) => key.toPrivateJwk());
    const retired = this.retired.map(({ publicKey: x, createdAt, retiredAt, treeSize }) => ({
      purpose: 'checkpoint',
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      created_at: createdAt,
      retired_at: retiredAt,
      tree_size: treeSize,
    }));
    return `${JSON.stringify({ keys, ...(retired.length === 0 ? {} : { retired }) }, null, 2)}\n`;
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

const RETIRED_MEMBERS = ['purpose', 'kty', 'crv', 'x', 'created_at', 'retired_at', 'tree_size'] as const;

function readRetired(value: JsonValue): RetiredKey {
  const { purpose, kty, crv, x, created_at, retired_at, tree_size } = membersOf(value, RETIRED_MEMBERS);
  if (purpose !== 'checkpoint') throw malformed('A retired key is not a checkpoint key.');
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !isPublicKey(x)) {
    throw malformed('A retired key is not an Ed25519 key.');
  }
  if (!isTimestamp(created_at) || !isTimestamp(retired_at) || !isSize(tree_size)) {
    throw malformed('A retired key does not say when it was created, when it ended, or at which size.');
  }
  return {
    keyId: thumbprint(x),
    publicKey: x,
    createdAt: created_at,
    retiredAt: retired_at,
    treeSize: tree_size,
  };
}

function isSize(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function membersOf<Name extends string>(
  value: JsonValue,
  names: readonly Name[],
  optional: readonly Name[] = [],
): Partial<Record<Name, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('It is not an object.');
  const present = Object.keys(value).filter((name) => !optional.some((known) => known === name));
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
