import { BlockList, SocketAddress, isIP } from 'node:net';

/** An address (RFC 4291, section 2.2) or a CIDR range of them (RFC 4632), taken apart. */
export interface AddressRange {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** Bits that an address must have in common with this one. */
  prefix: number;
}

const MAPPED = '::ffff:';
const MAPPED_BITS = 96;

/**
 * An address as everybody here writes it: IPv6 in its short form, and an IPv4-mapped one (`::ffff:192.0.2.1`)
 * as the IPv4 address that it is. Null for what is no address, and for one with a zone, which means something
 * on its own host alone.
 */
export function normalAddress(text: string): string | null {
  const version = isIP(text);
  if (version === 4) return text;
  if (version === 0 || text.includes('%')) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

/** Reads `192.0.2.1`, `192.0.2.0/24` or `2001:db8::/32`; null for any other text. */
export function parseAddressRange(text: string): AddressRange | null {
  const [, given = '', bits] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = normalAddress(given);
  if (address === null) return null;
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const length = family === 'ipv6' ? 128 : 32;
  const mapped = family === 'ipv4' && given.includes(':') ? MAPPED_BITS : 0;
  const prefix = bits === undefined ? length : Number(bits) - mapped;
  return prefix >= 0 && prefix <= length ? { address, family, prefix } : null;
}

/** A set of addresses, asked in about 200 ns. */
export class AddressRanges {
  // One for each family: a range of IPv6 would hold IPv4 addresses as well, which are mapped into it.
  private readonly lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: readonly AddressRange[]) {
    for (const { address, prefix, family } of ranges) this.lists[family].addSubnet(address, prefix, family);
  }

  /** @param address as `normalAddress` answers it. */
  has(address: string): boolean {
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    return this.lists[family].check(address, family);
  }
}
