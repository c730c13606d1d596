import type { Options } from './option.js';

/** Of `login`. */
export const LOGIN_OPTIONS = {
  profile: { type: 'string', value: 'NAME', says: 'what the login is called, default where it is not given' },
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
    says: 'that the key of the trust policy must have; without it, the first login believes the key',
  },
  environment: {
    type: 'string',
    oneOf: ['development', 'production'],
    says: 'of an access token, which names none',
  },
} as const satisfies Options;
