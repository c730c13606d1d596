import type { Options } from './option.js';

/** Of `login`. */
export const LOGIN_OPTIONS = {
  profile: { type: 'string', value: 'NAME', says: 'name of the login, default "default"' },
  url: {
    type: 'string',
    value: 'URL',
    says: 'the address of the token’s environment; otherwise SERVICE_URL, or http://127.0.0.1:3000',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    says: 'the token; otherwise SERVICE_TOKEN, or it is asked for, or read from standard input',
  },
  fingerprint: {
    type: 'string',
    value: 'HEX',
    says: 'fingerprint that the key of the trust policy must have; without it, the first login trusts the key',
  },
  environment: {
    type: 'string',
    oneOf: ['development', 'production'],
    says: 'environment of an access token, which names none',
  },
} as const satisfies Options;
