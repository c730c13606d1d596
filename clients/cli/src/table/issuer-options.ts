import { flag, text, type Options } from './option.js';
import { SERVICE_OPTIONS } from './service-options.js';

const COMMAND =
  'a command of the shell that signs, as an HSM’s tool: bytes in, signature out, raw or in base64url';

/** Of every command that sends what an issuer signs. */
export const ISSUER_OPTIONS = {
  'issuer-key': text('FILE', 'the issuer’s private key, which signs this'),
  'issuer-command': text('COMMAND', COMMAND),
} satisfies Options;

/** Of `issuer sign`. */
export const ISSUER_SIGN_OPTIONS = {
  'authority-id': text('ID', 'the authority, of a registration'),
  origin: text('TEXT', 'where the record comes from'),
  'external-id': text('NAME', 'your own name for the record, of a registration'),
  content: text('TEXT', 'the content'),
  'content-digest': text('DIGEST', 'SHA-256 of the content instead: sha256:...'),
  'expires-at': text('MOMENT', 'when the record expires'),
  'successor-id': text('ID', 'the record that replaces it, of supersede'),
  data: text('JSON|@FILE|-', 'the body, merged with the options above'),
  key: text('FILE', 'the issuer’s private key'),
  command: text('COMMAND', COMMAND),
  'print-text': flag('prints the bytes to sign instead, and no line feed behind them'),
  ...SERVICE_OPTIONS,
} satisfies Options;
