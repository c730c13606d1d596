import { networkInterfaces } from 'node:os';
import type { AddressRange } from '@service/contracts';
import { AddressRanges, normalAddress } from '@service/platform/addresses';
import {
  GLOBAL_IPV6,
  LOCAL_NAT64,
  LOOPBACK,
  METADATA,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
  embeddedIpv4,
} from './special-addresses.js';

export interface AddressGuardOptions {
  /** Ranges that deliveries may go to although they are not global: the operator's networks. */
  allowed: readonly AddressRange[];
  /** Ranges that deliveries may not go to although they are global: the operator's machines with public addresses. */
  denied: readonly AddressRange[];
  /** Whether the host itself may receive deliveries. */
  allowsLoopback: boolean;
  /** Whether a port is one that the service, its database or its broker listens on. */
  isOwnPort(port: number): boolean;
}

/** Why deliveries must not go to an address. */
export type AddressFault = 'not_an_address' | 'metadata' | 'denied' | 'not_global' | 'own_port';

/** The only name that is resolved without a name server. RFC 6761, section 6.3. */
export const LOCAL_NAME = 'localhost';

const metadata = new AddressRanges(METADATA);
const loopback = new AddressRanges(LOOPBACK);
const specialIpv4 = new AddressRanges(SPECIAL_IPV4);
const globalIpv6 = new AddressRanges(GLOBAL_IPV6);
const specialIpv6 = new AddressRanges(SPECIAL_IPV6);

/**
 * Decides which addresses deliveries may go to: global unicast addresses, and those that the operator allows. An IPv6
 * address that leads to an IPv4 address must pass the checks of both.
 */
export class AddressGuard {
  private readonly allowed: AddressRanges;
  private readonly denied: AddressRanges;

  constructor(private readonly options: AddressGuardOptions) {
    this.allowed = new AddressRanges(options.allowed.filter(isReadable));
    this.denied = new AddressRanges(options.denied);
  }

  /** Null where deliveries may go to the address and port. @param text an address without brackets. */
  faultOf(text: string, port: number): AddressFault | null {
    const address = normalAddress(text);
    if (address === null) return 'not_an_address';
    const inner = embeddedIpv4(address);
    const reached = inner === null ? [address] : [address, inner];
    if (reached.some((each) => metadata.has(each))) return 'metadata';
    if (reached.some((each) => this.denied.has(each))) return 'denied';
    const isGlobal = reached.every(isGlobalUnicast);
    if (!isGlobal && !this.isAllowed(address, inner)) return 'not_global';
    if (!this.options.isOwnPort(port)) return null;
    return !isGlobal || reached.some(isOnThisHost) ? 'own_port' : null;
  }

  /** Whether a name or an address is this host and may receive deliveries. */
  isAllowedLoopback(host: string): boolean {
    if (!this.options.allowsLoopback) return false;
    const address = normalAddress(host);
    return address === null ? host === LOCAL_NAME : loopback.has(address);
  }

  private isAllowed(address: string, inner: string | null): boolean {
    if (this.options.allowsLoopback && loopback.has(address)) return true;
    if (!this.allowed.has(address)) return false;
    // ::1 has the form of an IPv4-compatible address but is not one.
    return inner === null || loopback.has(address) || isGlobalUnicast(inner) || this.allowed.has(inner);
  }
}

/** Of a longer range for NAT64, nobody knows where its addresses hold the IPv4 address (RFC 6052, section 2.2). */
function isReadable({ first, last }: AddressRange): boolean {
  const isLocalNat64 = LOCAL_NAT64.first <= first && last <= LOCAL_NAT64.last;
  return !isLocalNat64 || last - first < 2n ** 32n;
}

function isGlobalUnicast(address: string): boolean {
  if (!address.includes(':')) return !specialIpv4.has(address);
  return globalIpv6.has(address) && !specialIpv6.has(address);
}

function isOnThisHost(address: string): boolean {
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => normalAddress(own.address) === address),
  );
}
