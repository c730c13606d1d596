import { agreedNow } from './agreed-clock.js';
import { takeRandomBytes } from './random-bytes.js';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Prefix of each kind of id. */
export const ID_PREFIXES = {
  project: 'prj_',
  authority: 'aut_',
  credential: 'crd_',
  operator: 'opr_',
  session: 'ses_',
  record: 'rec_',
  link: 'lnk_',
  subscription: 'sub_',
  delivery: 'dlv_',
  delivery_request: 'dlr_',
  event: 'evt_',
  request: 'req_',
  command: 'cmd_',
  writer: 'wri_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

let timeText = '';
let timeOf = -1;

function encodeTime(milliseconds: number): string {
  if (milliseconds === timeOf) return timeText;
  let rest = milliseconds;
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    text = CROCKFORD.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  timeOf = milliseconds;
  timeText = text;
  return text;
}

const alphabet = Buffer.from(CROCKFORD, 'latin1');
const random = Buffer.alloc(16);

/** A new id: the kind's prefix and a ULID (48 bits of milliseconds, 80 random bits), sortable by time. */
export function newId(kind: IdKind): string {
  const bytes = takeRandomBytes(random.length);
  for (let index = 0; index < random.length; index += 1) {
    random[index] = alphabet[(bytes[index] as number) & 31] as number;
  }
  return ID_PREFIXES[kind] + encodeTime(agreedNow()) + random.toString('latin1');
}

/** The least id of a kind that is made at a time, in milliseconds since 1970. */
export function firstIdAt(kind: IdKind, milliseconds: number): string {
  return ID_PREFIXES[kind] + encodeTime(milliseconds) + CROCKFORD.charAt(0).repeat(random.length);
}

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** When an id was made, in milliseconds since 1970; null where the text is not an id of the kind. */
export function timeOfId(id: string, kind: IdKind): number | null {
  const prefix = ID_PREFIXES[kind];
  if (!id.startsWith(prefix) || !ULID.test(id.slice(prefix.length))) return null;
  const time = id.slice(prefix.length, prefix.length + 10);
  return Array.from(time).reduce((sum, letter) => sum * 32 + CROCKFORD.indexOf(letter), 0);
}

/** The pattern of an id with one of the prefixes: letters or digits follow. */
export function idPattern(...prefixes: readonly string[]): string {
  const prefix = prefixes.length === 1 ? prefixes[0] : `(?:${prefixes.join('|')})`;
  return `^${prefix}[0-9A-Za-z]{1,60}$`;
}

const PREFIXED = new RegExp(idPattern(...Object.values(ID_PREFIXES)));

/**
 * Whether a value is an id by its form: a prefix, and letters or digits. Ids that were not made here, such as
 * `rec_example`, have no ULID.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && PREFIXED.test(value);
}
