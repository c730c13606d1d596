import { UnavailableError, type KeySnapshot } from '@service/contracts';
import { keySubjectId, type KeyRing, type SigningKey } from '@service/evidence';
import type { FoundVersions } from '../commands/handle-command.js';
import type { AssertedStream } from '../log/events.js';
import type { LogLag } from './log-lag.js';

/** A published key, and its stream, which every append of an element that it signs asserts. */
export interface Signer {
  key: SigningKey;
  asserted: AssertedStream;
}

export interface ElementSignerOptions {
  /** The keys that the process was started with. */
  keys: KeyRing;
  /** Reads the file of the keys again. */
  readKeys: () => Promise<KeyRing>;
  /** Reads the published keys by their ids. */
  readPublished: () => Promise<ReadonlyMap<string, Pick<KeySnapshot, 'state' | 'version'>>>;
}

/** The log of the service's keys. */
const KEY_LOG = 'credential_authority';

/** The provenance key that a process signs elements with, and the next one from its file once that key has ended. */
export class ElementSigner {
  private signer: Signer | null = null;
  private renewal: Promise<Signer> | null = null;

  constructor(private readonly options: ElementSignerOptions) {}

  /**
   * @param found versions that refused appends have named.
   * @throws UnavailableError where neither the key nor the newest one in the file is published and unrevoked.
   */
  async current(found: FoundVersions): Promise<Signer> {
    const { asserted } = this.signer ?? {};
    const actual = asserted && (found.get(asserted.stream_id) ?? asserted.expected);
    if (this.signer === null || actual !== asserted?.expected) {
      this.renewal ??= this.renew(found).finally(() => (this.renewal = null));
      this.signer = null;
      this.signer = await this.renewal;
    }
    return this.signer;
  }

  private async renew(found: FoundVersions): Promise<Signer> {
    const own = this.options.keys.newest('provenance');
    const signer = await this.signerOf(own, found);
    if (signer !== null) return signer;
    try {
      const ring = await this.options.readKeys();
      const next = await this.signerOf(ring.newest('provenance'), found);
      if (next !== null) return next;
    } catch (error) {
      throw new UnavailableError({ cause: 'no_signing_key', key_id: own.keyId, error: String(error) });
    }
    throw new UnavailableError({ cause: 'no_signing_key', key_id: own.keyId, error: null });
  }

  /** Null where the key is not published, or is revoked. */
  private async signerOf(key: SigningKey, found: FoundVersions): Promise<Signer | null> {
    const published = (await this.options.readPublished()).get(key.keyId);
    if (published?.state !== 'active') return null;
    const stream_id = keySubjectId(key.keyId);
    // Versions that were found are read by now: one without an authentic element was written by somebody else, and must not stop writes.
    const expected = Math.max(published.version, found.get(stream_id) ?? 0);
    return { key, asserted: { log: KEY_LOG, stream_id, expected } };
  }
}

/** What elements are made with. */
export interface ElementTerms {
  /** Origin of the transparency log. */
  log: string;
  signer: Pick<ElementSigner, 'current'>;
  lag: Pick<LogLag, 'requireLow'>;
}
