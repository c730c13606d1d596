import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { isLoopbackHost } from '@service/platform/addresses';

/** The most bytes of a document. */
const MOST_BYTES = 262_144;

/** A JSON object. */
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a document of an issuer, bounded in size. It follows no redirects, and allows http only where
 * address and issuer are on this machine: otherwise an issuer could have the gateway call servers in its own
 * network.
 * @param issuer that names the address.
 * @throws Error for any other answer than a JSON object with status 200.
 */
async function readJson(address: string, issuer: string, signal: AbortSignal): Promise<JsonObject> {
  const url = new URL(address);
  if (!isAllowed(url, new URL(issuer))) throw new Error(`${address} is not https.`);
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`${address} answered more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof value === 'object' && value !== null) return value as JsonObject;
  throw new Error(`${address} answered no object.`);
}

function isAllowed(url: URL, issuer: URL): boolean {
  if (url.protocol === 'https:') return true;
  return isPlainLoopback(url) && isPlainLoopback(issuer);
}

function isPlainLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

/** The keys of an issuer as it published them at one moment. */
export interface KeySet {
  /** Finds the key of a header by `kid` and `alg`. */
  readonly find: LocalJWKSet;
  /** The keys as text, by which two sets are compared. */
  readonly text: string;
}

const MOST_KEYS = 100;
/** Milliseconds for all documents together. */
const TIMEOUT = 4_000;
/** Milliseconds for the metadata at one address, so that one which hangs leaves time for the next. */
const METADATA_TIMEOUT = 1_500;

/**
 * Reads the keys that an issuer signs with: its metadata by RFC 8414, else by OpenID Connect Discovery, then its key set
 * (RFC 7517).
 * @throws Error where the metadata or the key set cannot be read.
 */
export async function readKeySet(issuer: string): Promise<KeySet> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const { jwks_uri } = await readMetadata(issuer, signal);
  if (typeof jwks_uri !== 'string') throw new Error('The metadata of the issuer name no `jwks_uri`.');
  const { keys } = await readJson(jwks_uri, issuer, signal);
  if (!Array.isArray(keys) || keys.length > MOST_KEYS)
    throw new Error(`${jwks_uri} has no keys, or too many.`);
  // Private and symmetric keys do not belong in a key set; the others can still be used.
  const usable = keys.filter(isPublicKey);
  return { find: createLocalJWKSet({ keys: usable } as JSONWebKeySet), text: JSON.stringify(usable) };
}

/** Accepts only metadata that name this issuer: others could impersonate it (RFC 8414, section 3.3). */
async function readMetadata(issuer: string, signal: AbortSignal): Promise<JsonObject> {
  let failure: unknown;
  for (const address of metadataAddressesOf(issuer)) {
    try {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(METADATA_TIMEOUT)]);
      const metadata = await readJson(address, issuer, bounded);
      if (metadata['issuer'] === issuer) return metadata;
      failure = new Error(`${address} names another issuer.`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Where an issuer's metadata can be: RFC 8414 inserts the well-known path, OpenID Connect appends it. */
export function metadataAddressesOf(issuer: string): [oauth: string, openid: string] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

function isPublicKey(key: unknown): boolean {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return false;
  return (key as JsonObject)['kty'] !== 'oct' && !('d' in key);
}
