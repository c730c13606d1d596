import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionValues } from './connection.js';
import { profileOf } from './connection.js';
import { directoryOf, type Profile } from './profile-store.js';

/** The files of a profile with its pins. */
export interface Pins {
  /** The document of keys. */
  keys: string;
  /** The trust policy, and the file that stores its key; null if the service had no policy at the login. */
  policy: { file: string; pin: string } | null;
}

/** Pins of a profile; null if its login pinned nothing. */
export function pinsOf({ name }: Pick<Profile, 'name'>): Pins | null {
  const directory = directoryOf(name);
  const [keys, policy] = [join(directory, 'keys.json'), join(directory, 'policy')];
  if (!existsSync(keys)) return null;
  return { keys, policy: existsSync(policy) ? { file: policy, pin: `${policy}.pin` } : null };
}

type Values = ConnectionValues & {
  keys?: string | undefined;
  policy?: string | undefined;
  pin?: string | undefined;
};

/**
 * Adds the profile's keys and policy to a call that names none. @param answers whether keys of answers are needed too.
 */
export async function withPins<Call extends { values: Values }>(
  call: Call,
  { answers }: { answers: boolean },
): Promise<Call> {
  const { keys, policy } = call.values;
  if (keys !== undefined || policy !== undefined) return call;
  const profile = await profileOf(call.values);
  const pins = profile === null ? null : pinsOf(profile);
  if (pins === null) return call;
  const named = {
    ...(pins.policy === null ? {} : { policy: pins.policy.file, pin: call.values.pin ?? pins.policy.pin }),
    ...(pins.policy === null || answers ? { keys: pins.keys } : {}),
  };
  return { ...call, values: { ...call.values, ...named } };
}
