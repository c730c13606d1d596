import type { Options } from './option.js';
import { ISSUER_OPTIONS } from './issuer-options.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

const BULK_OPTIONS = {
  format: { type: 'string', oneOf: ['csv', 'ndjson'], says: 'format; otherwise from the file name' },
  out: {
    type: 'string',
    value: 'FILE',
    says: 'file with the outcome of each line, default FILE.results.ndjson',
  },
  'at-once': {
    type: 'string',
    value: 'N',
    says: 'concurrent batches of 100, default 4',
  },
  patience: {
    type: 'string',
    value: 'SECONDS',
    says: 'seconds that the service may be unavailable, default 60',
  },
} as const satisfies Options;

/** Of `verify`. */
export const VERIFY_OPTIONS = {
  'external-id': { type: 'string', value: 'NAME', says: 'your own name of the record' },
  'content-digest': { type: 'string', value: 'DIGEST', says: 'digest of the record’s content: sha256:...' },
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
  'authority-id': { type: 'string', value: 'ID', says: 'authority of lines that name none' },
  issuer: { type: 'string', value: 'NAME', says: 'the active authority of this issuer instead' },
  grant: { type: 'boolean', says: 'grants that issuer an authority for ten years if it has none' },
  verify: {
    type: 'boolean',
    says: 'verifies every record afterwards, and that it has the content of its line',
  },
  'dry-run': { type: 'boolean', says: 'reads and checks the lines, and sends nothing' },
  ...ISSUER_OPTIONS,
  ...BULK_OPTIONS,
  ...WRITE_OPTIONS,
} as const satisfies Options;

/** Of `apply`. */
export const APPLY_OPTIONS = {
  secrets: {
    type: 'string',
    value: 'DIR',
    says: 'folder for new tokens and secrets, each in a file of its own',
  },
  plan: {
    type: 'boolean',
    says: 'shows what differs and changes nothing; exits with 1 where something does',
  },
  prune: { type: 'boolean', says: 'revokes credentials and subscriptions that the file does not name' },
  replace: {
    type: 'boolean',
    says: 'replaces and revokes what differs in members that cannot be changed',
  },
  ...WRITE_OPTIONS,
} as const satisfies Options;

/** Of `listen`. */
export const LISTEN_OPTIONS = {
  'forward-to': { type: 'string', value: 'URL', says: 'URL that each event is posted to' },
  types: { type: 'string', value: 'TYPE,...', says: 'only these types of events' },
  from: {
    type: 'string',
    value: 'MOMENT',
    says: 'time of the first event, at the first call; otherwise now',
  },
  restart: { type: 'boolean', says: 'forgets the stored progress' },
  'skip-failed': { type: 'boolean', says: 'skips events that are refused' },
  'print-secret': { type: 'boolean', says: 'prints the secret that the events are signed with, and ends' },
  state: {
    type: 'string',
    value: 'DIR',
    says: 'directory for the progress; otherwise that of the profile',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;
