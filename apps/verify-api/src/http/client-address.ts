import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { AddressRanges, normalAddress } from '@service/platform/addresses';

/** What is read of a request. */
export interface AddressedRequest {
  raw: { socket: Socket };
  headers: IncomingHttpHeaders;
}

/** Who is at the other end of a connection. */
interface Peer {
  address: string;
  /** Set where it is a proxy that is believed. */
  proxies: AddressRanges | null;
  /** The last header that it sent and what it said: one request asks twice. */
  lastHeader?: string;
  lastAddress?: string;
}

/** Entries of `X-Forwarded-For` that are looked at; nobody stands behind more proxies of his own. */
const MOST_HOPS = 32;

const peers = new WeakMap<Socket, Peer>();

/** Remembers whether the other end of a connection is a proxy whose `X-Forwarded-For` is believed. */
export function rememberPeer(socket: Socket, proxies: AddressRanges): void {
  const address = peerAddress(socket);
  peers.set(socket, { address, proxies: proxies.has(address) ? proxies : null });
}

/** Address of a connection's other end, `::` where it is gone. */
export function peerAddress(socket: Socket): string {
  return normalAddress(socket.remoteAddress ?? '') ?? '::';
}

/**
 * Where a request comes from: the other end of its connection, or, where that is a trusted proxy, the
 * rightmost entry of `X-Forwarded-For` that is none. What is further left was written by strangers. An entry
 * that is no address ends the search at the last proxy that is trusted.
 */
export function clientAddress({ raw, headers }: AddressedRequest): string {
  const peer = peers.get(raw.socket);
  if (peer === undefined) return peerAddress(raw.socket);
  const header = headers['x-forwarded-for'];
  if (peer.proxies === null || header === undefined) return peer.address;
  // Node joins several headers in the order in which they came.
  const hops = String(header);
  if (peer.lastAddress === undefined || peer.lastHeader !== hops) {
    peer.lastAddress = nearestStranger(hops, peer.address, peer.proxies);
    peer.lastHeader = hops;
  }
  return peer.lastAddress;
}

function nearestStranger(hops: string, peer: string, proxies: AddressRanges): string {
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
