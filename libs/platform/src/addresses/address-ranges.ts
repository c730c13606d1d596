import { BlockList, SocketAddress, isIP } from 'node:net';
import { parseAddressRange, type AddressRange } from '@service/contracts';

const MAPPED = '::ffff:';

/**
 * A normalised address: IPv6 in its short form, IPv4-mapped (`::ffff:192.0.2.1`) as IPv4. Null for an invalid address,
 * and for one with a zone, which is only valid on its host.
 */
export function normalAddress(text: string): string | null {
  const version = isIP(text);
  if (version === 4) return text;
  if (version === 0 || text.includes('%')) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return `${parseAddressRange(`${address}/64`)?.first.toString(16)}/64`;
}

/** A set of addresses; a lookup takes about 200 ns. */
export class AddressRanges {
  // A list for each IP version: in one list, an IPv6 range would contain the IPv4 addresses that are mapped into it.
  private readonly lists = { 4: new BlockList(), 6: new BlockList() };

  constructor(ranges: readonly AddressRange[]) {
    for (const { version, first, last } of ranges) {
      const [start, end] = version === 4 ? [ipv4Of(first), ipv4Of(last)] : [ipv6Of(first), ipv6Of(last)];
      this.lists[version].addRange(start, end, `ipv${version}`);
    }
  }

  /** Reads addresses and CIDR ranges. An invalid text contains no address, rather than every address. */
  static read(texts: readonly string[]): AddressRanges {
    return new AddressRanges(texts.flatMap((text) => parseAddressRange(text) ?? []));
  }

  /** @param address as returned by `normalAddress`. */
  has(address: string): boolean {
    return address.includes(':') ? this.lists[6].check(address, 'ipv6') : this.lists[4].check(address);
  }
}

function ipv4Of(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.');
}

function ipv6Of(number: bigint): string {
  const digits = number.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join(':');
}
