import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { AddressRanges, networkOf, normalAddress } from '@service/platform/addresses';

/** The parts of a request that its address is read from. */
export interface AddressedRequest {
  raw: { socket: Socket };
  headers: IncomingHttpHeaders;
}

/** The peer of a connection. */
interface Peer {
  address: string;
  /** The trusted proxies if the peer is one of them; otherwise null. */
  proxies: AddressRanges | null;
  /** The last header that it sent, and the address computed from it: each request needs it twice. */
  lastHeader?: string;
  lastAddress?: string;
}

/** Entries of `X-Forwarded-For` that are read. */
const MOST_HOPS = 32;

const peers = new WeakMap<Socket, Peer>();

/** Remembers whether the peer of a connection is a proxy whose `X-Forwarded-For` is trusted. */
export function rememberPeer(socket: Socket, proxies: AddressRanges): void {
  const address = peerAddress(socket);
  peers.set(socket, { address, proxies: proxies.has(address) ? proxies : null });
}

/** Address of a connection's peer; `::` if the connection is closed. */
export function peerAddress(socket: Socket): string {
  return normalAddress(socket.remoteAddress ?? '') ?? '::';
}

/**
 * The address of the client: the peer, or, behind trusted proxies, the rightmost entry of `X-Forwarded-For` that is not
 * a trusted proxy. Entries further left may be forged. An invalid entry ends the search at the last trusted proxy.
 */
export function clientAddress({ raw, headers }: AddressedRequest): string {
  const peer = peers.get(raw.socket);
  if (peer === undefined) return peerAddress(raw.socket);
  const header = headers['x-forwarded-for'];
  if (peer.proxies === null || header === undefined) return peer.address;
  // Node joins repeated headers in the order of the request.
  const hops = String(header);
  if (peer.lastAddress === undefined || peer.lastHeader !== hops) {
    peer.lastAddress = rightmostUntrusted(hops, peer.address, peer.proxies);
    peer.lastHeader = hops;
  }
  return peer.lastAddress;
}

/** The network of the client, for bounds that many addresses of one caller must not escape. */
export function clientNetwork(request: AddressedRequest): string {
  return networkOf(clientAddress(request));
}

function rightmostUntrusted(hops: string, peer: string, proxies: AddressRanges): string {
  let nearest = peer;
  let end = hops.length;
  for (let count = 0; count < MOST_HOPS && end >= 0; count += 1) {
    const comma = end === 0 ? -1 : hops.lastIndexOf(',', end - 1);
    const address = hopAddress(hops.slice(comma + 1, end).trim());
    if (address === null) return nearest;
    if (!proxies.has(address)) return address;
    nearest = address;
    end = comma;
  }
  return nearest;
}

/** `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`. */
const HOP = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([\da-f:.]+))$/i;

function hopAddress(text: string): string | null {
  const [, bracketed, plain, bare] = HOP.exec(text) ?? [];
  return normalAddress(bracketed ?? plain ?? bare ?? '');
}
