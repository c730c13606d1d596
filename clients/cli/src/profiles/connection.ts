import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { readText } from '../files.js';
import { currentProfileName, readProfile, type Profile } from './profile-store.js';

const LOCAL = 'http://127.0.0.1:3000';

/** The options that choose the service and the token. */
export interface ConnectionValues {
  profile?: string | undefined;
  url?: string | undefined;
  'token-file'?: string | undefined;
}

/** Address and token of a command’s service. */
export interface Connection {
  url: string;
  token: string;
  environment: 'development' | 'production' | null;
  /** The profile of the service, with its pins. */
  profile: Profile | null;
}

/** The profile of a call; null without one. @throws CommandError where a named profile is missing. */
export async function profileOf({ profile: named }: ConnectionValues): Promise<Profile | null> {
  const asked = named ?? process.env['RVS_PROFILE'];
  const profile = await readProfile(asked ?? (await currentProfileName()));
  if (profile === null && asked !== undefined) {
    throw new CommandError(`There is no profile ${asked}: rvs login --profile ${asked}`);
  }
  return profile;
}

/**
 * The service and the token of a call: its options, then `SERVICE_URL` and `SERVICE_TOKEN`, then its profile.
 * @throws CommandError where there is no token, or where a profile’s token would be sent to another service.
 */
export async function connectionOf(values: ConnectionValues): Promise<Connection> {
  const known = await profileOf(values);
  const url = safeAddress(values.url ?? process.env['SERVICE_URL'] ?? known?.url ?? LOCAL);
  const profile = known?.url === url ? known : null;
  const given = await givenToken(values);
  if (given === null && profile === null) {
    const message =
      known === null
        ? 'There is no token: rvs login, or SERVICE_TOKEN, or --token-file FILE.'
        : `The token of the profile ${known.name} is for ${known.url} alone.`;
    throw new CommandError(message, { exitCode: EXIT.authentication });
  }
  const token = given ?? (profile as Profile).token;
  // A token given for this call may be of another environment than the profile.
  const environment = environmentOf(token) ?? (given === null ? profile?.environment : null) ?? null;
  return { url, token, environment, profile };
}

/** The token of `--token-file` or `SERVICE_TOKEN`; null where there is neither. @throws CommandError for a malformed one. */
export async function givenToken({ 'token-file': file }: ConnectionValues): Promise<string | null> {
  const text = file === undefined ? process.env['SERVICE_TOKEN'] : await readText(file);
  return text === undefined || text === '' ? null : tokenIn(text);
}

/** The token in a text. @throws CommandError for an invalid one. */
export function tokenIn(text: string): string {
  const token = text.trim();
  if (!/^[\w.~+/-]{1,16000}=*$/.test(token)) {
    throw new CommandError('The token is malformed.');
  }
  return token;
}

/** The environment that a token’s prefix names; null where it names none, as with an access token of OAuth. */
export function environmentOf(token: string): 'development' | 'production' | null {
  const [, mark] = /^svc_(?:[a-z]+_)?(dev|prod)_/.exec(token) ?? [];
  if (mark === undefined) return null;
  return mark === 'prod' ? 'production' : 'development';
}

/** An address without trailing slashes. @throws CommandError for one that would expose the token. */
export function safeAddress(url: string): string {
  if (!URL.canParse(url)) throw new CommandError('--url must be the address of a service.');
  const { protocol, hostname, username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '') throw new CommandError('--url must not hold a password.');
  if (search + hash !== '') throw new CommandError('--url must have no query and no fragment.');
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) {
    throw new CommandError(
      '--url must be https, except on this machine: otherwise others could read the token.',
    );
  }
  return url.replace(/\/+$/, '');
}
