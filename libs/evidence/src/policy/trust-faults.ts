import { encodeBase64url } from '../encoding/base-encodings.js';

/** A key that a reader trusts. */
export interface NamedKey {
  /** On notes; null for a bare key. */
  name: string | null;
  publicKey: Uint8Array;
}

/** Everything that a reader trusts at once, wherever it comes from. */
interface NamedKeys {
  /** The keys of logs. A log that changes its key has several. */
  logs: readonly NamedKey[];
  witnesses: readonly NamedKey[];
  /** The service’s keys in its document, in base64url: also those that it does not use any more. */
  others?: readonly string[];
}

/**
 * Why keys cannot be trusted together; null where they can. A key that counts twice, or a log that is its own witness, would
 * make a quorum of fewer holders of keys than it says.
 */
export function findTrustFault({ logs, witnesses, others = [] }: NamedKeys): string | null {
  const ofService = new Set(logs.map(textOf));
  if (ofService.size < logs.length) return 'a key of a log is named twice';
  const keys = new Set(witnesses.map(textOf));
  if (keys.size < witnesses.length) return 'the key of a witness is named twice';
  if ([...ofService, ...others].some((key) => keys.has(key))) return 'a witness has a key of the service';
  const names = witnesses.flatMap(({ name }) => name ?? []);
  return new Set(names).size < names.length ? 'two witnesses have one name' : null;
}

function textOf({ publicKey }: NamedKey): string {
  return encodeBase64url(publicKey);
}
