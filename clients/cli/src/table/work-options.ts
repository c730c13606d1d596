import { choice, flag, text, type Options } from './option.js';
import { ISSUER_OPTIONS } from './issuer-options.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

const BULK_OPTIONS = {
  format: choice(['csv', 'ndjson'], 'format; otherwise from the file name'),
  out: text('FILE', 'file with the outcome of each line, default FILE.results.ndjson'),
  'at-once': text('N', 'concurrent batches of 100, default 4'),
  patience: text('SECONDS', 'seconds that the service may be unavailable, default 60'),
} satisfies Options;

/** Of `verify`. */
export const VERIFY_OPTIONS = {
  'external-id': text('NAME', 'your own name of the record'),
  'content-digest': text('DIGEST', 'digest of the record’s content: sha256:...'),
  'content-file': text('FILE', 'a file with the record’s content, which is hashed here'),
  'authority-id': text('ID', 'only records of this authority'),
  file: text('FILE', 'many records, one a line'),
  ...BULK_OPTIONS,
  ...SERVICE_OPTIONS,
} satisfies Options;

/** Of `records import`. */
export const IMPORT_OPTIONS = {
  'authority-id': text('ID', 'authority of lines that name none'),
  issuer: text('NAME', 'the active authority of this issuer instead'),
  grant: flag('grants that issuer an authority for ten years if it has none'),
  verify: flag('verifies every record afterwards, and that it has the content of its line'),
  'dry-run': flag('reads and checks the lines, and sends nothing'),
  ...ISSUER_OPTIONS,
  ...BULK_OPTIONS,
  ...WRITE_OPTIONS,
} satisfies Options;

/** Of `apply`. */
export const APPLY_OPTIONS = {
  secrets: text('DIR', 'folder for new tokens and secrets, each in a file of its own'),
  plan: flag('shows what differs and changes nothing; exits with 1 where something does'),
  prune: flag('revokes credentials and subscriptions that the file does not name'),
  replace: flag('replaces and revokes what differs in members that cannot be changed'),
  ...WRITE_OPTIONS,
} satisfies Options;

/** Of `listen`. */
export const LISTEN_OPTIONS = {
  'forward-to': text('URL', 'URL that each event is posted to'),
  types: text('TYPE,...', 'only these types of events'),
  from: text('MOMENT', 'time of the first event, at the first call; otherwise now'),
  restart: flag('forgets the stored progress'),
  'skip-failed': flag('skips events that are refused'),
  'print-secret': flag('prints the secret that the events are signed with, and ends'),
  state: text('DIR', 'directory for the progress; otherwise that of the profile'),
  ...SERVICE_OPTIONS,
} satisfies Options;
