import { choice, text, type Options } from './option.js';

/** Of `login`. */
export const LOGIN_OPTIONS = {
  profile: text('NAME', 'name of the login, default "default"'),
  url: text('URL', 'the address of the token’s environment; otherwise SERVICE_URL, or http://127.0.0.1:3000'),
  'token-file': text(
    'FILE',
    'the token; otherwise SERVICE_TOKEN, or it is asked for, or read from standard input',
  ),
  fingerprint: text(
    'HEX',
    'fingerprint that the key of the trust policy must have; without it, the first login trusts the key',
  ),
  environment: choice(['development', 'production'], 'environment of an access token, which names none'),
} satisfies Options;
