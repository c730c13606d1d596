import type { Options } from './option.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

/** Of `api`. */
export const API_OPTIONS = {
  data: { type: 'string', value: 'JSON|@FILE|-', says: 'the body; POST where no method is given' },
  header: { type: 'string', multiple: true, value: 'NAME:VALUE', says: 'a further header field' },
  all: { type: 'boolean', says: 'every item of a list, each as a line of JSON' },
  include: { type: 'boolean', says: 'the status and the header fields before the body' },
  'if-match': { type: 'string', value: 'VERSION', says: 'expected version; any other is refused' },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    says: 'idempotency key of this change',
  },
  ...WRITE_OPTIONS,
} as const satisfies Options;

/** Of `bundle read`. */
export const READ_BUNDLE_OPTIONS = {
  out: { type: 'string', value: 'FILE', says: 'output file; otherwise standard output' },
  from: {
    type: 'string',
    value: 'SIZE',
    says: 'size of a checkpoint that you stored, to prove its consistency',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `case`. */
export const CASE_OPTIONS = {
  out: {
    type: 'string',
    value: 'FILE',
    says: 'output file; otherwise one named after the record, which replaces none',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `log checkpoint`. */
export const CHECKPOINT_OPTIONS = {
  out: { type: 'string', value: 'FILE', says: 'output file; otherwise standard output' },
  environment: {
    type: 'string',
    oneOf: ['development', 'production'],
    says: 'environment; otherwise that of the token',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `trigger`. */
export const TRIGGER_OPTIONS = {
  subscription: {
    type: 'string',
    value: 'ID',
    says: 'the subscription; otherwise the only active one',
  },
  ...WRITE_OPTIONS,
} as const satisfies Options;
