import { UnavailableError } from '@service/contracts';
import { reasonOf } from '@service/platform/errors';
import { readKeySet, type KeySet } from './read-key-set.js';

/** Milliseconds for which keys are used without reading them again from the issuer, which may withdraw them. */
const FRESH = 600_000;
/** Milliseconds for which keys are used while the issuer cannot be read: as long as a token may live. */
const STALE = 3_600_000;
/** Milliseconds between two attempts to read: anybody can send tokens with unknown key ids. */
const COOLDOWN = 10_000;

/** The keys of an issuer, read when they are needed, by one reader at a time. */
export class IssuerKeys {
  private set: KeySet | null = null;
  private readAt = 0;
  private triedAt = Number.NEGATIVE_INFINITY;
  /** Why the last attempt failed; null where it did not. */
  private failure: string | null = null;
  private reading: Promise<void> | null = null;

  /** @param read reads the keys of the issuer. */
  constructor(
    private readonly issuer: string,
    private readonly read: (issuer: string) => Promise<KeySet> = readKeySet,
    private readonly now: () => number = Date.now,
  ) {}

  /** The keys that the issuer signs with. @throws UnavailableError where it cannot be read. */
  async current(): Promise<KeySet> {
    const age = this.now() - this.readAt;
    if (this.set === null || age > STALE) await this.refresh();
    else if (age > FRESH) {
      // In an outage only the first caller waits for an issuer that does not answer.
      if (this.failure === null) await this.refresh();
      else void this.refresh();
    }
    if (this.set === null || this.now() - this.readAt > STALE) throw this.unavailable();
    return this.set;
  }

  /**
   * Newer keys than `known`, which lacks a key; `known` itself where the issuer was read just before.
   * @throws UnavailableError where the issuer cannot be read: it may have the key.
   */
  async newerThan(known: KeySet): Promise<KeySet> {
    if (this.set === known) await this.refresh();
    if (this.set === null || this.failure !== null) throw this.unavailable();
    return this.set;
  }

  private async refresh(): Promise<void> {
    if (this.reading === null && this.now() - this.triedAt < COOLDOWN) return;
    this.reading ??= this.readOnce().finally(() => (this.reading = null));
    await this.reading;
  }

  private async readOnce(): Promise<void> {
    this.triedAt = this.now();
    try {
      const set = await this.read(this.issuer);
      // Unchanged keys remain the same object, so that proofs by them stay cached.
      if (this.set?.text !== set.text) this.set = set;
      this.readAt = this.triedAt;
      this.failure = null;
    } catch (error) {
      this.failure = reasonOf(error);
    }
  }

  private unavailable(): UnavailableError {
    const error = this.failure ?? 'not read yet';
    return new UnavailableError({ cause: 'issuer_keys_unreadable', issuer: this.issuer, error });
  }
}
