import type { Options } from './option.js';

/** Options of every command that calls a service. */
export const SERVICE_OPTIONS = {
  profile: {
    type: 'string',
    value: 'NAME',
    says: 'the login that is used; otherwise RVS_PROFILE, or the current one',
  },
  url: { type: 'string', value: 'URL', says: 'the service; otherwise SERVICE_URL, or the profile’s' },
  'token-file': {
    type: 'string',
    value: 'FILE',
    says: 'the token; otherwise SERVICE_TOKEN, or the profile’s. No argument holds a token',
  },
  'no-verify': { type: 'boolean', says: 'accepts answers without checking their signatures' },
  json: {
    type: 'boolean',
    says: 'prints JSON on a terminal too: one document, or each item of a list on a line',
  },
} as const satisfies Options;

/** Options of every command that changes something. */
export const WRITE_OPTIONS = {
  ...SERVICE_OPTIONS,
  yes: { type: 'boolean', says: 'does not ask before a change in production' },
} as const satisfies Options;

/** Of every list. */
export const LIST_OPTIONS = {
  ...SERVICE_OPTIONS,
  limit: { type: 'string', value: 'N', says: 'most items, default 100' },
  all: { type: 'boolean', says: 'every item' },
  cursor: { type: 'string', value: 'CURSOR', says: 'continues where an earlier call ended' },
} as const satisfies Options;
