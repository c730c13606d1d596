import { isLoopbackHost } from '@service/platform/addresses';

/** The most bytes of a document. */
const MOST_BYTES = 262_144;

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a document of an issuer, bounded in size. It follows no redirects, and allows http only where
 * address and issuer are on this machine: otherwise an issuer could have the gateway call servers in its own
 * network.
 * @param issuer that names the address.
 * @throws Error for any other answer than a JSON object with status 200.
 */
export async function readJson(address: string, issuer: string, signal: AbortSignal): Promise<JsonObject> {
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
