import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseAddressRange, type AddressRange } from '@service/contracts';
import { isLoopbackHost } from '../addresses/loopback.js';
import { EvidenceError, cosignerKey, noteVerifier, parseVerifierKey } from '@service/evidence';

/** The form of a setting's text, and its value. */
export interface SettingForm<Value> {
  /** Completes the sentence "PORT must be …". */
  readonly expected: string;
  /** Returns undefined for a malformed text. */
  parse(text: string): Value | undefined;
}

export function wholeNumber(minimum: number, maximum: number): SettingForm<number> {
  return {
    expected: `a whole number from ${minimum} to ${maximum}`,
    parse(text) {
      const value = Number(text);
      return /^\d{1,15}$/.test(text) && value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** A path, made absolute against the working directory. */
export const path: SettingForm<string> = {
  expected: 'a path',
  parse: (text) => (text.trim() === '' || text.includes('\0') ? undefined : resolve(text)),
};

/** An IP address of this machine; names are not resolved. */
export const listenAddress: SettingForm<string> = {
  expected: 'an IP address',
  parse: (text) => (isIP(text) === 0 ? undefined : text),
};

export function oneOf<Choice extends string>(choices: readonly Choice[]): SettingForm<Choice> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** A text without a line feed. */
export const line: SettingForm<string> = {
  expected: 'a text',
  parse: (text) => (/^[^\n\0]+$/.test(text) ? text : undefined),
};

/** The name of a commit, as Git has it. */
export const commit: SettingForm<string> = {
  expected: 'a commit, or unknown',
  parse: (text) => (/^(?:[0-9a-f]{7,64}|unknown)$/.test(text) ? text : undefined),
};

/** A switch: true for `on`, false for `off`. */
export const onOrOff: SettingForm<boolean> = {
  expected: 'on or off',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

/** A list separated by commas, in the given order. */
export function distinctListOf<Choice extends string>(
  choices: readonly Choice[],
): SettingForm<readonly Choice[]> {
  return {
    expected: `a list, separated by commas and without repetition, of ${choices.join(', ')}`,
    parse(text) {
      const names = text.split(',').map((name) => name.trim());
      const found = choices.filter((choice) => names.includes(choice));
      return found.length === names.length
        ? found.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
        : undefined;
    },
  };
}

export const postgresUrl: SettingForm<string> = {
  expected: 'a postgres:// URL that names a host and a database',
  parse(text) {
    const url = URL.parse(text);
    if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return undefined;
    // A user in the parameters would override the one in the URL.
    if (['user', 'password'].some((name) => url.searchParams.has(name))) return undefined;
    return url.hostname !== '' && url.pathname.length > 1 ? text : undefined;
  },
};

// Underscores occur in host names of containers; IPv6 addresses are refused, because the Kafka client would
// split them at their colons.
const brokerPattern = /^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?:(\d{1,5})$/;

/** The first brokers of a Kafka client, each as `host:port`. */
export const brokerList: SettingForm<readonly string[]> = {
  expected: 'a list, separated by commas, of brokers as host:port',
  parse(text) {
    const brokers = text.split(',').map((broker) => broker.trim());
    return brokers.every(isBroker) ? brokers : undefined;
  },
};

function isBroker(text: string): boolean {
  const port = Number(brokerPattern.exec(text)?.[2]);
  return port >= 1 && port <= 65_535;
}

const EVERYBODY = ['0.0.0.0/0', '::/0'].flatMap((text) => parseAddressRange(text) ?? []);

/** Trusted addresses and CIDR ranges; none for an empty text. */
export const trustedRangeList: SettingForm<readonly AddressRange[]> = {
  expected:
    'a list, separated by commas, of addresses and CIDR ranges, which together do not contain all addresses',
  parse(text) {
    if (text.trim() === '') return [];
    const ranges = text.split(',').map((each) => parseAddressRange(each.trim()));
    if (!ranges.every((range) => range !== null)) return undefined;
    return EVERYBODY.some((all) => holdTogether(ranges, all)) ? undefined : ranges;
  },
};

/** Whether ranges contain all addresses of one version, each or together. */
function holdTogether(ranges: readonly AddressRange[], { version, first, last }: AddressRange): boolean {
  const inOrder = ranges
    .filter((range) => range.version === version)
    .sort((one, other) => (one.first < other.first ? -1 : 1));
  let missing = first;
  for (const range of inOrder) if (range.first <= missing && range.last >= missing) missing = range.last + 1n;
  return missing > last;
}

/** Origins as browsers send them (RFC 6454, section 6.1), or `*` alone; none for an empty text. */
export const originList: SettingForm<readonly string[]> = {
  expected: 'a list, separated by commas, of origins as browsers send them (https://console.example), or *',
  parse(text) {
    if (text.trim() === '') return [];
    const origins = text.split(',').map((each) => each.trim());
    if (text.trim() === '*') return origins;
    return origins.every((each) => /^https?:\/\/[^*]+$/.test(each) && URL.parse(each)?.origin === each)
      ? origins
      : undefined;
  },
};

const PORT = /^[1-9]\d{0,4}$/;

export const portList: SettingForm<readonly number[]> = {
  expected: 'a list, separated by commas, of ports from 1 to 65535',
  parse(text) {
    if (text.trim() === '') return [];
    const ports = text.split(',').map((each) => each.trim());
    return ports.every((port) => PORT.test(port) && Number(port) <= 65_535) ? ports.map(Number) : undefined;
  },
};

/** Kafka allows these characters and 249 of them; 60 leave room for the rest of the name. */
export const topicPrefix: SettingForm<string> = {
  expected: 'at most 60 letters, digits, dots, underscores and hyphens',
  parse: (text) => (/^[A-Za-z0-9._-]{0,60}$/.test(text) ? text : undefined),
};

const hostLabel = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
const originPattern = new RegExp(`^${hostLabel}(\\.${hostLabel})*(/[A-Za-z0-9._~-]+)*$`);

/** The origin line of a checkpoint is a URL without its scheme, and a key name may hold neither space nor plus (C2SP signed-note). */
export const logOrigin: SettingForm<string> = {
  expected: 'a host name, optionally with a path, without scheme, port, space or plus',
  parse: (text) => (originPattern.test(text) ? text : undefined),
};

/** A witness of the transparency log. */
export interface WitnessSetting {
  /** Its public key with its name, C2SP signed-note. */
  readonly vkey: string;
  /** Its submission prefix without a slash at its end, C2SP tlog-witness. */
  readonly url: string;
}

const WITNESSES_AT_MOST = 16;

/** Witnesses, each as `<vkey>@<url>`; none for an empty text. */
export const witnessList: SettingForm<readonly WitnessSetting[]> = {
  expected: `a list, separated by commas, of at most ${WITNESSES_AT_MOST} witnesses as vkey@URL, https or on the loopback address`,
  parse(text) {
    if (text.trim() === '') return [];
    const witnesses = text.split(',').map((each) => parseWitness(each.trim()));
    if (!witnesses.every((each) => each !== undefined)) return undefined;
    const distinct = new Set(witnesses.map(({ vkey }) => vkey));
    return witnesses.length <= WITNESSES_AT_MOST && distinct.size === witnesses.length
      ? witnesses
      : undefined;
  },
};

function parseWitness(text: string): WitnessSetting | undefined {
  const at = text.lastIndexOf('@http');
  const [vkey, url] = [text.slice(0, at), URL.parse(text.slice(at + 1))];
  if (at < 1 || url === null || !isCosigner(vkey) || !isWitnessUrl(url)) return undefined;
  return { vkey, url: url.href.replace(/\/+$/, '') };
}

function isCosigner(vkey: string): boolean {
  try {
    return noteVerifier(cosignerKey(parseVerifierKey(vkey))) !== null;
  } catch (error) {
    if (error instanceof EvidenceError) return false;
    throw error;
  }
}

function isWitnessUrl({ protocol, hostname, username, password, search, hash }: URL): boolean {
  if ([username, password, search, hash].some((part) => part !== '')) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Identifies the database of a postgres:// URL: host, port and name, without the login. */
export function databaseIdentity(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.searchParams.get('port') ?? (url.port === '' ? '5432' : url.port);
  return `${host.toLowerCase()}:${port}${url.pathname}`;
}
