import type { AuthenticationKey } from './authentication-key.js';

const READ_AGAIN_AFTER = 1_000;
const CODE = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/;

/**
 * The keys that two apps share: the first makes codes, each of them checks codes. Their file is read again, at most
 * once a second, so a rotation needs no restart.
 */
export class AuthenticationKeys {
  private keys: ReadonlyMap<string, AuthenticationKey>;
  private readAt: number;

  /**
   * @param keys the one that makes codes is the first.
   * @param readAgain reads the file's current keys; returns an empty list if the file cannot be read.
   * @param now milliseconds since 1970.
   * @throws TypeError where there are no keys.
   */
  constructor(
    keys: readonly AuthenticationKey[],
    private readonly readAgain: () => readonly AuthenticationKey[] = () => [],
    private readonly now: () => number = Date.now,
  ) {
    if (keys.length === 0) throw new TypeError('There is no authentication key.');
    this.keys = byId(keys);
    this.readAt = now();
  }

  /** Their ids, the one that makes codes first. */
  get ids(): string[] {
    this.refresh();
    return [...this.keys.keys()];
  }

  /**
   * Makes the code of a message: `<key id>.<HMAC-SHA-256 in base64url>`.
   * @param context what the message is, such as `command/v1`, without a line feed; a code holds under its context only.
   */
  code(context: string, message: string | Uint8Array): string {
    this.refresh();
    const [first] = this.keys.values() as Iterable<AuthenticationKey> as [AuthenticationKey];
    return `${first.id}.${first.mac(context, message).toString('base64url')}`;
  }

  /** Whether a code, perhaps missing or malformed, was made of this message under one of the keys. */
  isAuthentic(code: string | null | undefined, context: string, message: string | Uint8Array): boolean {
    const [, id, mac] = CODE.exec(code ?? '') ?? [];
    if (id === undefined || mac === undefined) return false;
    if (!this.keys.has(id)) this.refresh();
    return this.keys.get(id)?.isMac(Buffer.from(mac, 'base64url'), context, message) ?? false;
  }

  /** Keeps the current keys if the file cannot be read or holds no key. */
  private refresh(): void {
    const now = this.now();
    if (now - this.readAt < READ_AGAIN_AFTER) return;
    this.readAt = now;
    const keys = this.readAgain();
    if (keys.length > 0) this.keys = byId(keys);
  }
}

function byId(keys: readonly AuthenticationKey[]): ReadonlyMap<string, AuthenticationKey> {
  return new Map(keys.map((key) => [key.id, key]));
}
