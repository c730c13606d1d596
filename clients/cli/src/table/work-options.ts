import type { Options } from './option.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

const BULK_OPTIONS = {
  format: { type: 'string', oneOf: ['csv', 'ndjson'], says: 'otherwise by the name of the file' },
  out: {
    type: 'string',
    value: 'FILE',
    says: 'what became of each line; FILE.results.ndjson where it is not given',
  },
  'at-once': {
    type: 'string',
    value: 'N',
    says: 'batches of 100 that are under way, 4 where it is not given',
  },
  patience: {
    type: 'string',
    value: 'SECONDS',
    says: 'that the service may be away, 60 where it is not given',
  },
} as const satisfies Options;

/** Of `verify`. */
export const VERIFY_OPTIONS = {
  'external-id': { type: 'string', value: 'NAME', says: 'your own name of the record' },
  'content-digest': { type: 'string', value: 'DIGEST', says: 'of the record’s content: sha256:...' },
  'content-file': {
    type: 'string',
    value: 'FILE',
    says: 'a file with the record’s content, which is hashed here',
  },
  'authority-id': { type: 'string', value: 'ID', says: 'only records of this authority' },
  file: { type: 'string', value: 'FILE', says: 'many records, one a line' },
  ...BULK_OPTIONS,
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `records import`. */
export const IMPORT_OPTIONS = {
  'authority-id': { type: 'string', value: 'ID', says: 'the authority, where a line names none' },
  issuer: { type: 'string', value: 'NAME', says: 'the active authority of this issuer instead' },
  grant: { type: 'boolean', says: 'grants that issuer an authority for ten years, where it has none' },
  verify: {
    type: 'boolean',
    says: 'verifies every record afterwards, and that it has the content of its line',
  },
  ...BULK_OPTIONS,
  ...WRITE_OPTIONS,
} as const satisfies Options;

/** Of `listen`. */
export const LISTEN_OPTIONS = {
  'forward-to': { type: 'string', value: 'URL', says: 'where each event is posted to' },
  types: { type: 'string', value: 'TYPE,...', says: 'only these types of events' },
  since: {
    type: 'string',
    value: 'MOMENT',
    says: 'begins with the events of that moment, at the first call; otherwise now',
  },
  restart: { type: 'boolean', says: 'forgets how far it was' },
  'skip-failed': { type: 'boolean', says: 'goes on after an event that was refused' },
  'print-secret': { type: 'boolean', says: 'prints the secret that the events are signed with, and ends' },
  state: {
    type: 'string',
    value: 'DIR',
    says: 'where it remembers how far it is; otherwise with the profile',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;
