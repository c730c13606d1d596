import { CommandError } from '../errors.js';
import type { NamedPolicy } from './accept-policy.js';

/** The values of these options. */
export interface PolicyValues {
  policy?: string | undefined;
  pin?: string | undefined;
  fingerprint?: string | undefined;
  origin?: string | undefined;
  'allow-expired'?: boolean | undefined;
}

/**
 * The policy of a call; null if it has none.
 * @param pinOf the file that pins a policy, where the call does not name one.
 * @throws CommandError for its other options without `--policy`, or a malformed fingerprint.
 */
export function namedPolicy(values: PolicyValues, pinOf: (file: string) => string): NamedPolicy | null {
  const { policy: file, pin, fingerprint = null, origin = null } = values;
  const { 'allow-expired': allowExpired = false } = values;
  if (file === undefined) {
    if (pin === undefined && fingerprint === null && origin === null && !allowExpired) return null;
    throw new CommandError('--pin, --fingerprint, --origin and --allow-expired need --policy FILE.');
  }
  if (fingerprint !== null && !/^[0-9a-f]{64}$/.test(fingerprint)) {
    throw new CommandError('--fingerprint must be 64 lower-case hex digits.');
  }
  return { file, pin: pin ?? pinOf(file), fingerprint, origin, allowExpired };
}
