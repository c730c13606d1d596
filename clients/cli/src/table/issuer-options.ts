import type { Options } from './option.js';
import { SERVICE_OPTIONS } from './service-options.js';

const COMMAND =
  'a command of the shell that signs, as an HSM’s tool: bytes in, signature out, raw or in base64url';

/** Of every command that sends what an issuer signs. */
export const ISSUER_OPTIONS = {
  'issuer-key': { type: 'string', value: 'FILE', says: 'the issuer’s private key, which signs this' },
  'issuer-command': { type: 'string', value: 'COMMAND', says: COMMAND },
} as const satisfies Options;

/** Of `issuer sign`. */
export const ISSUER_SIGN_OPTIONS = {
  'authority-id': { type: 'string', value: 'ID', says: 'the authority, of a registration' },
  origin: { type: 'string', value: 'TEXT', says: 'where the record comes from' },
  'external-id': { type: 'string', value: 'NAME', says: 'your own name for the record, of a registration' },
  content: { type: 'string', value: 'TEXT', says: 'the content' },
  'content-digest': { type: 'string', value: 'DIGEST', says: 'SHA-256 of the content instead: sha256:...' },
  'expires-at': { type: 'string', value: 'MOMENT', says: 'when the record expires' },
  'successor-id': { type: 'string', value: 'ID', says: 'the record that replaces it, of supersede' },
  data: { type: 'string', value: 'JSON|@FILE|-', says: 'the body, merged with the options above' },
  key: { type: 'string', value: 'FILE', says: 'the issuer’s private key' },
  command: { type: 'string', value: 'COMMAND', says: COMMAND },
  'print-text': { type: 'boolean', says: 'prints the bytes to sign instead, and no line feed behind them' },
  ...SERVICE_OPTIONS,
} as const satisfies Options;
