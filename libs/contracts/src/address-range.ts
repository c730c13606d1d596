/** The addresses from `first` to `last`, as numbers, of one version of the Internet Protocol. */
export interface AddressRange {
  version: 4 | 6;
  first: bigint;
  last: bigint;
}

const IPV4_PART = /^(?:0|[1-9]\d{0,2})$/;
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/;
/** The bits above the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). */
const MAPPED = 0xffffn;

/**
 * Parses a single address or a CIDR range (RFC 4632; RFC 4291, section 2.3). Bits after the prefix are ignored,
 * and IPv4-mapped IPv6 is IPv4. Null for anything else, zones included.
 */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = parseIpv4(address);
  const parsed =
    bits === null ? { version: 6 as const, bits: parseIpv6(address) } : { version: 4 as const, bits };
  if (parsed.bits === null || rest.length > 0) return null;
  const width = parsed.version === 4 ? 32 : 128;
  if (prefix !== undefined && (!PREFIX_LENGTH.test(prefix) || Number(prefix) > width)) return null;
  const free = BigInt(width - Number(prefix ?? width));
  const first = (parsed.bits >> free) << free;
  return unmapped({ version: parsed.version, first, last: first + (1n << free) - 1n });
}

/** Whether the outer range contains every address of the inner one. */
export function rangeHolds(outer: AddressRange, inner: AddressRange): boolean {
  return outer.version === inner.version && outer.first <= inner.first && inner.last <= outer.last;
}

function unmapped({ version, first, last }: AddressRange): AddressRange {
  if (version === 4 || first >> 32n !== MAPPED || last >> 32n !== MAPPED) return { version, first, last };
  return { version: 4, first: BigInt.asUintN(32, first), last: BigInt.asUintN(32, last) };
}

/** Four decimal parts without leading zeros, which some programs read as octal. */
function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => IPV4_PART.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((bits, part) => (bits << 8n) + BigInt(part), 0n);
}

/** Eight groups, where `::` stands for one or more groups of zero; the last two groups may be an IPv4 address. */
function parseIpv6(text: string): bigint | null {
  const [before = '', after, ...rest] = text.split('::');
  if (rest.length > 0) return null;
  const high = groupsOf(before, after === undefined);
  const low = after === undefined ? [] : groupsOf(after, true);
  if (high === null || low === null) return null;
  const missing = 8 - high.length - low.length;
  if (after === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...high, ...Array<bigint>(missing).fill(0n), ...low];
  return groups.reduce((bits, group) => (bits << 16n) + group, 0n);
}

/** The groups of one side of a `::`, each of 16 bits. */
function groupsOf(text: string, isEnd: boolean): bigint[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const ipv4 = isEnd ? parseIpv4(parts[parts.length - 1] ?? '') : null;
  const groups = ipv4 === null ? parts : parts.slice(0, -1);
  if (!groups.every((group) => IPV6_GROUP.test(group))) return null;
  const own = groups.map((group) => BigInt(`0x${group}`));
  return ipv4 === null ? own : [...own, ipv4 >> 16n, ipv4 & 0xffffn];
}
