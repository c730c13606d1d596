import { choice, flag, text, texts, type Options } from './option.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

/** Of `api`. */
export const API_OPTIONS = {
  data: text('JSON|@FILE|-', 'the body; POST where no method is given'),
  header: texts('NAME:VALUE', 'a further header field'),
  all: flag('every item of a list, each as a line of JSON'),
  include: flag('the status and the header fields before the body'),
  'if-match': text('VERSION', 'expected version; any other is refused'),
  'idempotency-key': text('KEY', 'idempotency key of this change'),
  ...WRITE_OPTIONS,
} satisfies Options;

/** Of `bundle read`. */
export const READ_BUNDLE_OPTIONS = {
  out: text('FILE', 'output file; otherwise standard output'),
  from: text('SIZE', 'size of a checkpoint that you stored, to prove its consistency'),
  ...SERVICE_OPTIONS,
} satisfies Options;

/** Of `case`. */
export const CASE_OPTIONS = {
  out: text('FILE', 'output file; otherwise one named after the record, which replaces none'),
  ...SERVICE_OPTIONS,
} satisfies Options;

/** Of `log checkpoint`. */
export const CHECKPOINT_OPTIONS = {
  out: text('FILE', 'output file; otherwise standard output'),
  environment: choice(['development', 'production'], 'environment; otherwise that of the token'),
  ...SERVICE_OPTIONS,
} satisfies Options;

/** Of `trigger`. */
export const TRIGGER_OPTIONS = {
  subscription: text('ID', 'the subscription; otherwise the only active one'),
  ...WRITE_OPTIONS,
} satisfies Options;
