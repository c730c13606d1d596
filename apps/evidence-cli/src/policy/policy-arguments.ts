import { CommandError } from '../errors.js';
import type { NamedPolicy } from './accept-policy.js';

/** The options by which a command names a policy, for `parseArgs`. */
export const POLICY_OPTIONS = {
  policy: { type: 'string' },
  pin: { type: 'string' },
  fingerprint: { type: 'string' },
  origin: { type: 'string' },
  'allow-expired': { type: 'boolean' },
} as const;

/** The values of these options. */
export interface PolicyValues {
  policy?: string | undefined;
  pin?: string | undefined;
  fingerprint?: string | undefined;
  origin?: string | undefined;
  'allow-expired'?: boolean | undefined;
}

/** What the help of a command says of these options. */
export const POLICY_HELP = `  --policy FILE       a trust policy, signed or as other tools write it: the log, its witnesses, and the quorum
  --pin FILE          remembers the key and the version of a signed policy; PIN where it is not given
  --fingerprint HEX   that the key of the policy must have; without it, the first use believes the key
  --origin ORIGIN     the log that is meant, where the policy names several, or a key without a name
  --allow-expired     goes on under a policy that has expired
`;

/**
 * The policy that a call names; null where it names none.
 * @param pinOf the file that pins a policy, where the call does not name one.
 * @throws CommandError for a part of it without `--policy`, or a malformed fingerprint.
 */
export function namedPolicy(values: PolicyValues, pinOf: (file: string) => string): NamedPolicy | null {
  const { policy: file, pin, fingerprint = null, origin = null } = values;
  const { 'allow-expired': allowExpired = false } = values;
  if (file === undefined) {
    if (pin === undefined && fingerprint === null && origin === null && !allowExpired) return null;
    throw new CommandError('--pin, --fingerprint, --origin and --allow-expired go with --policy FILE.');
  }
  if (fingerprint !== null && !/^[0-9a-f]{64}$/.test(fingerprint)) {
    throw new CommandError('--fingerprint is 64 lower-case hex digits.');
  }
  return { file, pin: pin ?? pinOf(file), fingerprint, origin, allowExpired };
}
