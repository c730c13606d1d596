import { forge } from './token-text.js';

/** Makes tokens that nobody was given out of a good one. */
export const FORGERIES: Record<string, (token: string) => string> = {
  'with another secret': (token) =>
    forge(token, (text) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')),
  'of a key id that nobody has': (token) =>
    forge(token, (text) => text.replace(/_\w{16}_/, '_0000000000000000_')),
  'said to be an auditor’s': (token) => forge(token, (text) => text.replace('svc_', 'svc_audit_')),
  'said to be an operator’s': (token) => forge(token, (text) => text.replace('svc_', 'svc_op_')),
  'with a wrong checksum': (token) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
  'that is too short': (token) => token.slice(0, -1),
  'that is too long': (token) => `${token}A`,
  'in another case': (token) => token.toUpperCase(),
  'without its secret': (token) => token.split('_').slice(0, 3).join('_'),
  'twice over': (token) => `${token},${token}`,
  'behind a zero byte in percent code': (token) => `%00${token}`,
};
