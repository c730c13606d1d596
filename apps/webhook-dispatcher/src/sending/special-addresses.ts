import { parseAddressRange, type AddressRange } from '@service/contracts';

/**
 * IPv4 that is not global unicast. IANA special-purpose registry (RFC 6890); the whole of 240.0.0.0/4 is reserved
 * (RFC 1112, section 4).
 */
export const SPECIAL_IPV4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** Everything assigned as global unicast. RFC 4291, section 2.4. */
export const GLOBAL_IPV6 = ranges('2000::/3');

/** Special ranges within it: IETF assignments with Teredo and benchmarking, 6to4, and documentation. */
export const SPECIAL_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** The host itself. */
export const LOOPBACK = ranges('127.0.0.0/8', '::1');

/**
 * Addresses at which clouds serve a machine's credentials, including all link-local ones. No setting allows them, as
 * no receiver has one.
 */
export const METADATA = ranges(
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::/32',
  'fd00:42::42',
  'fd20:ce::254',
);

/** Prefixes for NAT64 within a network, of 48 to 96 bits. RFC 8215. */
export const LOCAL_NAT64 = range('64:ff9b:1::/48');

/** IPv6 prefixes that embed an IPv4 address, and its distance from the end in bits. */
const EMBEDDINGS: readonly { range: AddressRange; shift: bigint; inverted?: true }[] = [
  // IPv4-compatible, RFC 4291, section 2.5.5.1.
  { range: range('::/96'), shift: 0n },
  // IPv4-translated, RFC 2765, section 2.1.
  { range: range('::ffff:0:0:0/96'), shift: 0n },
  // NAT64, RFC 6052 and RFC 8215.
  { range: range('64:ff9b::/96'), shift: 0n },
  { range: LOCAL_NAT64, shift: 0n },
  // Teredo, RFC 4380, section 4: the client's address with inverted bits.
  { range: range('2001::/32'), shift: 0n, inverted: true },
  // 6to4, RFC 3056, section 2.
  { range: range('2002::/16'), shift: 80n },
];

/** The IPv4 address that an IPv6 address leads to through a translator or a tunnel; null without one. */
export function embeddedIpv4(address: string): string | null {
  const parsed = parseAddressRange(address);
  if (parsed === null || parsed.version === 4) return null;
  const embedding = EMBEDDINGS.find(
    ({ range: { first, last } }) => first <= parsed.first && parsed.first <= last,
  );
  if (embedding === undefined) return null;
  const bits = BigInt.asUintN(32, parsed.first >> embedding.shift);
  const number = embedding.inverted === true ? bits ^ 0xffffffffn : bits;
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.');
}

function range(text: string): AddressRange {
  const parsed = parseAddressRange(text);
  if (parsed === null) throw new TypeError(`${text} is not a range of addresses.`);
  return parsed;
}

function ranges(...texts: string[]): readonly AddressRange[] {
  return texts.map(range);
}
