import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { AddressRanges } from '@service/platform/addresses';
import { clientAddress, rememberPeer } from './client-address.js';

const PROXIES = ['10.0.0.0/8', '2001:db8:aaaa::/48'];
const socketOf = (remoteAddress: string | undefined) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

function addressOf(peer: string | undefined, header?: string, proxies = PROXIES): string {
  const socket = socketOf(peer);
  rememberPeer(socket, AddressRanges.read(proxies));
  return clientAddress({
    raw: { socket },
    headers: header === undefined ? {} : { 'x-forwarded-for': header },
  });
}

describe('the address of a client', () => {
  it('is the peer of its connection', () => {
    expect(addressOf('203.0.113.7')).toBe('203.0.113.7');
    expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1')).toBe('10.0.0.1');
    expect(clientAddress({ raw: { socket: socketOf('203.0.113.7') }, headers: {} })).toBe('203.0.113.7');
  });

  it('is `::` if the connection is closed', () => expect(addressOf(undefined, '203.0.113.7')).toBe('::'));

  it('is never taken from the X-Forwarded-For of an untrusted peer', () => {
    expect(addressOf('198.51.100.1', '203.0.113.7')).toBe('198.51.100.1');
    expect(addressOf('10.0.0.1', '203.0.113.7', [])).toBe('10.0.0.1');
    expect(
      clientAddress({
        raw: { socket: socketOf('10.0.0.1') },
        headers: { 'x-forwarded-for': '203.0.113.7' },
      }),
    ).toBe('10.0.0.1');
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['192.0.2.66, 203.0.113.7', '203.0.113.7'],
    ['192.0.2.66,203.0.113.7,10.0.0.3 , 2001:db8:aaaa::1', '203.0.113.7'],
    ['10.0.0.9, 10.0.0.2', '10.0.0.9'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['192.0.2.66, ::ffff:10.0.0.2', '192.0.2.66'],
    ['203.0.113.7:52100', '203.0.113.7'],
    ['[2001:db8::7]:52100', '2001:db8::7'],
    ['[2001:DB8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('behind a trusted proxy is the rightmost entry that is not a trusted proxy: %s', (header, address) => {
    expect(addressOf('10.0.0.1', header)).toBe(address);
    expect(addressOf('::ffff:10.0.0.1', header)).toBe(address);
  });

  it.each([
    '',
    ',',
    '203.0.113.7,',
    '203.0.113.7, unknown',
    '203.0.113.7, _hidden',
    '203.0.113.7, "203.0.113.8"',
    '203.0.113.7, 203.0.113.256',
    '203.0.113.7, fe80::1%eth0',
    '203.0.113.7, 203.0.113.8:http',
    '203.0.113.7, [2001:db8::7',
    '203.0.113.7, for=203.0.113.8',
  ])('is the last trusted proxy if the next entry is invalid: %j', (header) => {
    expect(addressOf('10.0.0.1', header)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', `${header}, 10.0.0.2`)).toBe('10.0.0.2');
  });

  it('is searched in at most 32 entries', () => {
    const behind = (count: number) => `203.0.113.7${', 10.0.0.2'.repeat(count)}`;
    expect(addressOf('10.0.0.1', behind(31))).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', behind(32))).toBe('10.0.0.2');
    expect(addressOf('10.0.0.1', behind(5_000))).toBe('10.0.0.2');
  });

  it('is computed again for every request of a connection', () => {
    const socket = socketOf('10.0.0.1');
    rememberPeer(socket, AddressRanges.read(PROXIES));
    const asked = (header: string) =>
      clientAddress({ raw: { socket }, headers: { 'x-forwarded-for': header } });
    expect(['203.0.113.7', '203.0.113.7', '203.0.113.8', '203.0.113.7'].map(asked)).toEqual([
      '203.0.113.7',
      '203.0.113.7',
      '203.0.113.8',
      '203.0.113.7',
    ]);
  });
});
