import type { Options } from './option.js';
import { SERVICE_OPTIONS, WRITE_OPTIONS } from './service-options.js';

/** Of `api`. */
export const API_OPTIONS = {
  data: { type: 'string', value: 'JSON|@FILE|-', says: 'the body; POST where no method is given' },
  header: { type: 'string', multiple: true, value: 'NAME:VALUE', says: 'a further header field' },
  all: { type: 'boolean', says: 'every item of a list, each as a line of JSON' },
  include: { type: 'boolean', says: 'the status and the header fields before the body' },
  'if-match': { type: 'string', value: 'VERSION', says: 'the version that is meant; another one is refused' },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    says: 'your key of this change, for a call that is repeated',
  },
  ...WRITE_OPTIONS,
} as const satisfies Options;

/** Of `bundle get`. */
export const GET_BUNDLE_OPTIONS = {
  out: { type: 'string', value: 'FILE', says: 'where it is written; otherwise standard output' },
  from: {
    type: 'string',
    value: 'SIZE',
    says: 'of a checkpoint that you stored, whose consistency is then proven',
  },
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `log checkpoint`. */
export const CHECKPOINT_OPTIONS = {
  out: { type: 'string', value: 'FILE', says: 'where it is written; otherwise standard output' },
  environment: { type: 'string', oneOf: ['development', 'production'], says: 'otherwise that of the token' },
  ...SERVICE_OPTIONS,
} as const satisfies Options;

/** Of `trigger`. */
export const TRIGGER_OPTIONS = {
  subscription: {
    type: 'string',
    value: 'ID',
    says: 'whose endpoint gets it; otherwise the only active one',
  },
  ...WRITE_OPTIONS,
} as const satisfies Options;
