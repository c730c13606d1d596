import { isIP } from 'node:net';
import { LOCAL_NAME, type AddressFault, type AddressGuard } from './address-guard.js';

/** Longest URL of an endpoint, characters. */
const URL_AT_MOST = 2_048;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
/** Ports of other protocols, whose servers a request could be abused to address. Fetch standard, "port blocking". */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);
/** RFC 1035, section 2.3.4, and RFC 1123, section 2.1, with the underscores that some hosts have. */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

const ADDRESS_REASONS: Record<AddressFault, string> = {
  not_an_address: 'its host is neither a name nor an address',
  metadata: 'its address serves the metadata of a machine',
  not_global: 'its address is not a public one',
  denied: 'the operator denies its address',
  own_port: 'its port is one of this service',
};

/** An endpoint that is allowed. */
export interface Endpoint {
  /** Scheme, host and port, as URLs write them. */
  origin: string;
  /** Path and query. */
  path: string;
}

/**
 * Parses an endpoint's URL: https, or http to this host where the guard allows it; no user, password or fragment; no
 * port of another protocol; only addresses that the guard allows. Names are resolved and checked at each delivery.
 * @returns the endpoint, or the reason in words, which completes "The endpoint is not allowed: ...".
 */
export function readEndpoint(text: string, guard: AddressGuard): Endpoint | string {
  if (text.length > URL_AT_MOST) return `it is longer than ${URL_AT_MOST} characters`;
  const url = URL.parse(text);
  if (url === null) return 'it is not a URL';
  const reason = reasonOf(url, text, guard);
  return reason ?? { origin: url.origin, path: url.pathname + url.search };
}

function reasonOf(url: URL, text: string, guard: AddressGuard): string | null {
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  if (port === undefined) return 'it is not https';
  if (url.username !== '' || url.password !== '') return 'it holds a user or a password';
  if (text.includes('#')) return 'it holds a fragment';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !HOST_NAME.test(host)) return ADDRESS_REASONS.not_an_address;
  if (url.protocol === 'http:' && !guard.isAllowedLoopback(host)) return 'it is not https';
  if (BAD_PORTS.has(port)) return 'its port is one of another protocol';
  const address = host === LOCAL_NAME ? '127.0.0.1' : isAddress ? host : null;
  const fault = address === null ? null : guard.faultOf(address, port);
  return fault === null ? null : ADDRESS_REASONS[fault];
}
