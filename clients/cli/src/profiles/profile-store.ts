import { mkdir, readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readIfPresent, replaceFile } from '../durable-file.js';
import { CommandError, propertyOf, reasonOf } from '../errors.js';

/** A login: address of a service, and a token. */
export interface Profile {
  name: string;
  url: string;
  token: string;
  environment: 'development' | 'production';
}

/** Where the profiles are: `RVS_CONFIG_DIR`, or `rvs` in the folder of the user’s settings; empty is as unset (XDG). */
function configDirectory({ RVS_CONFIG_DIR, XDG_CONFIG_HOME }: NodeJS.ProcessEnv = process.env): string {
  return RVS_CONFIG_DIR || join(XDG_CONFIG_HOME || join(home(), '.config'), 'rvs');
}

/** @throws CommandError where the user has none, such as in a container under any user id. */
function home(): string {
  try {
    return homedir();
  } catch (error) {
    throw new CommandError('There is no home folder: set RVS_CONFIG_DIR.', { cause: error });
  }
}

/**
 * The folder of a profile: its token, its pins and the progress of its commands. @throws CommandError for a malformed
 * name.
 */
export function directoryOf(name: string): string {
  if (!/^\w[\w.-]{0,39}$/.test(name)) {
    throw new CommandError('A profile has up to 40 letters, digits, dots, dashes and underscores.');
  }
  return join(configDirectory(), 'profiles', name);
}

/** A profile; null where none has that name. @throws CommandError where its file cannot be used. */
export async function readProfile(name: string): Promise<Profile | null> {
  const file = join(directoryOf(name), 'profile.json');
  const content = await attempt(file, () => readIfPresent(file));
  if (content === null) return null;
  const stored = await attempt(file, () => JSON.parse(content.toString()) as Profile | null);
  const { url, token, environment } = stored ?? ({} as Profile);
  const isProfile = typeof url === 'string' && typeof token === 'string';
  if (!isProfile || !['development', 'production'].includes(environment)) {
    throw new CommandError(`${file} is not a profile. Log in again.`);
  }
  return { name, url, token, environment };
}

/** Writes a profile, which only its user can read. @throws CommandError */
export async function writeProfile({ name, ...profile }: Profile): Promise<void> {
  const directory = directoryOf(name);
  await attempt(directory, () => mkdir(directory, { recursive: true, mode: 0o700 }));
  const file = join(directory, 'profile.json');
  await attempt(file, () => replaceFile(file, `${JSON.stringify(profile, null, 2)}\n`));
}

/** Names of all profiles, in order. */
export async function profileNames(): Promise<string[]> {
  const directory = join(configDirectory(), 'profiles');
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return [];
    throw unusable(directory, error);
  }
}

/** Removes a profile with all its pins. */
export async function removeProfile(name: string): Promise<void> {
  await attempt(name, () => rm(directoryOf(name), { recursive: true, force: true }));
}

/** Name of the default profile. */
export async function currentProfileName(): Promise<string> {
  const file = join(configDirectory(), 'current');
  const content = await attempt(file, () => readIfPresent(file));
  return content === null ? 'default' : content.toString().trim();
}

/** Makes a profile the default. */
export async function useProfile(name: string): Promise<void> {
  const file = join(configDirectory(), 'current');
  await attempt(file, async () => {
    await mkdir(configDirectory(), { recursive: true, mode: 0o700 });
    await replaceFile(file, `${name}\n`);
  });
}

async function attempt<Value>(file: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, error: unknown): CommandError {
  return new CommandError(`${file} cannot be used: ${reasonOf(error)}.`, { cause: error });
}
