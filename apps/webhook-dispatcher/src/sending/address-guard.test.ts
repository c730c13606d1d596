import { parseAddressRange, type AddressRange } from '@service/contracts';
import { describe, expect, it } from '@jest/globals';
import { readEndpoint } from './endpoint-rules.js';
import { embeddedForms, ipv4Forms, ipv6Forms, numbersFrom } from './testing/address-forms.js';
import { guardOf } from './testing/sample-attempt.js';

const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
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
];
const FORBIDDEN_IPV6 = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '400::/6',
  '1000::/4',
  '2001::/32',
  '2001:2::/48',
  '2001:10::/28',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '5f00::/16',
  '8000::/1',
  'fc00::/7',
  'fd00:ec2::254/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];
const random = numbersFrom(1);
const range = (text: string) => parseAddressRange(text) as AddressRange;

/** The first, the last and some other addresses of a range. */
function addressesIn(text: string, others: number): string[] {
  const { version, first, last } = range(text);
  const size = last - first + 1n;
  const numbers = Array.from({ length: others }, () => {
    const drawn = Array.from({ length: 4 }, () => BigInt(random(2 ** 32)));
    return first + (drawn.reduce((sum, each) => (sum << 32n) + each, 0n) % size);
  });
  return [...new Set([first, last, ...numbers])].map((number) =>
    version === 4 ? ipv4Of(number) : ipv6Of(number),
  );
}

function ipv4Of(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.');
}

function ipv6Of(number: bigint): string {
  return (number.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':');
}

function isForbidden(address: string): boolean {
  const { version, first } = range(address);
  return (version === 4 ? FORBIDDEN_IPV4 : FORBIDDEN_IPV6).some((each) => {
    const { first: start, last: end } = range(each);
    return start <= first && first <= end;
  });
}

/** Addresses next to the forbidden ranges, and others from all assigned ranges. */
function allowedIpv4(): string[] {
  const edges = FORBIDDEN_IPV4.map(range).flatMap(({ first, last }) => [first - 1n, last + 1n]);
  const numbers = Array.from({ length: 150 }, () => BigInt(random(2 ** 32)));
  return [...edges, ...numbers]
    .filter((number) => number >= 0n && number < 2n ** 32n)
    .map(ipv4Of)
    .filter((address) => !isForbidden(address));
}

const ALLOWED_IPV6 = [
  '2000::/16',
  '2001:200::/23',
  '2001:db7::/32',
  '2001:db9::/32',
  '2003::/18',
  '2400::/12',
]
  .concat(['2600::/12', '2606:4700::/32', '2a00::/12', '2c00::/12', '3ffe::/16'])
  .flatMap((text) => addressesIn(text, 20));

const guard = guardOf();
const hostsOf = (ipv4: readonly string[], ipv6: readonly string[]) => [
  ...ipv4.flatMap(ipv4Forms),
  ...ipv6.flatMap(ipv6Forms),
];

it('an address that the operator denies gets nothing, in no form, though it is public and also allowed', () => {
  const denied = [range('8.8.8.0/24')];
  const denying = guardOf({ denied, allowed: denied });
  const faults = ['8.8.8.8', '::ffff:8.8.8.8', '64:ff9b::808:808', '8.8.9.8'].map((each) =>
    denying.faultOf(each, 443),
  );
  expect(faults).toEqual(['denied', 'denied', 'denied', null]);
});

describe('an address that is not public', () => {
  const ipv4 = FORBIDDEN_IPV4.flatMap((each) => addressesIn(each, 11));
  const ipv6 = [...ipv4.flatMap(embeddedForms), ...FORBIDDEN_IPV6.flatMap((each) => addressesIn(each, 11))];

  it('is refused in a URL in every notation', () => {
    const hosts = hostsOf(ipv4, ipv6);
    expect(hosts.length).toBeGreaterThan(10_000);
    const read = hosts.filter((host) => typeof readEndpoint(`https://${host}/`, guard) !== 'string');
    expect(read).toEqual([]);
    // Refused for their addresses, not as invalid URLs.
    const unread = hosts.filter((host) => !URL.canParse(`https://${host}/`));
    expect(unread).toEqual([]);
  });

  it('is refused as an answer of a name server and as the address of a socket', () => {
    const through = [...ipv4, ...ipv6].filter((address) => guard.faultOf(address, 443) === null);
    expect(through).toEqual([]);
    expect(ipv4.length + ipv6.length).toBeGreaterThan(3_000);
  });

  it.each(['fe80::1%eth0', '2606:4700::1111%1', '', 'localhost', '1.1.1', '01.1.1.1', '[::1]', '1.1.1.1 '])(
    'may also be none: %j',
    (text) => expect(guard.faultOf(text, 443)).toBe('not_an_address'),
  );

  it.each(['[fe80::1%25eth0]', '[fe80::1%eth0]', '[2606:4700::1111%251]', '[::ffff:127.1]', '[127.0.0.1]'])(
    'is refused with a zone, or half written: %s',
    (host) => expect(typeof readEndpoint(`https://${host}/`, guard)).toBe('string'),
  );
});

describe('a public address', () => {
  it('is allowed in every notation', () => {
    const ipv4 = allowedIpv4();
    expect(ipv4.length).toBeGreaterThan(100);
    const hosts = hostsOf(ipv4, [...ALLOWED_IPV6, ...ipv4.map((address) => `::ffff:${address}`)]);
    const refused = hosts.filter((host) => typeof readEndpoint(`https://${host}/`, guard) === 'string');
    expect(refused).toEqual([]);
    expect(hosts.length).toBeGreaterThan(4_000);
  });
});

describe('a range that the operator allows', () => {
  const allowing = (...texts: string[]) => guardOf({ allowed: texts.map(range) });

  it('is allowed, and no other', () => {
    const own = allowing('10.1.0.0/16', 'fd00:1::/32');
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5'].map((each) => own.faultOf(each, 443))).toEqual([
      null,
      null,
      null,
    ]);
    expect(['10.2.0.1', 'fd00:2::5', '127.0.0.1'].map((each) => own.faultOf(each, 443))).toEqual([
      'not_global',
      'not_global',
      'not_global',
    ]);
  });

  it('never includes the addresses that serve metadata', () => {
    const all = allowing('0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1');
    const metadata = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'];
    const inner = metadata.flatMap(embeddedForms);
    const addresses = [...metadata, ...inner, 'fd00:ec2::254', 'fd20:ce::254', 'fe80::a9fe:a9fe'];
    expect(addresses.filter((each) => all.faultOf(each, 443) !== 'metadata')).toEqual([]);
    expect(['10.0.0.1', 'fd12::1', '::1'].filter((each) => all.faultOf(each, 443) !== null)).toEqual([]);
  });

  it('of a translator is checked by the embedded addresses', () => {
    const nat64 = allowing('64:ff9b::/96');
    expect(nat64.faultOf('64:ff9b::1.1.1.1', 443)).toBeNull();
    expect(nat64.faultOf('64:ff9b::10.0.0.1', 443)).toBe('not_global');
    expect(allowing('64:ff9b::/96', '10.0.0.0/8').faultOf('64:ff9b::10.0.0.1', 443)).toBeNull();
    const ofOurs = (prefix: string, address: string) => allowing(prefix).faultOf(address, 443);
    expect(ofOurs('64:ff9b:1:a01::/96', '64:ff9b:1:a01::8.8.8.8')).toBeNull();
    expect(ofOurs('64:ff9b:1:a01::/96', '64:ff9b:1:a01::10.0.0.1')).toBe('not_global');
    // Where the IPv4 address stands in it is not known.
    expect(ofOurs('64:ff9b:1::/48', '64:ff9b:1:a9fe:a9:fe00:808:808')).toBe('not_global');
  });
});

describe("the service's own ports", () => {
  it('are never allowed on addresses of this host, and are ordinary ports elsewhere', () => {
    const own = guardOf({
      allowsLoopback: true,
      allowed: [range('10.0.0.0/8')],
      isOwnPort: (port) => port === 3_000,
    });
    const at = (address: string, port: number) => own.faultOf(address, port);
    expect([at('127.0.0.1', 3_000), at('::1', 3_000), at('10.1.1.1', 3_000)]).toEqual(
      Array(3).fill('own_port'),
    );
    expect([at('127.0.0.1', 3_002), at('10.1.1.1', 443), at('1.1.1.1', 3_000)]).toEqual([null, null, null]);
  });
});
