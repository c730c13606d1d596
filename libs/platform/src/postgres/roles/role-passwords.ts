import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDirectory } from '../../data-directory/create-directory.js';
import { readOrCreateSecret } from '../../data-directory/secret-file.js';
import { StartError } from '../../start-error.js';
import { DATABASE_APPS, type DatabaseApp } from '../database-apps.js';

/** The roles that log in to a database: its owner, and one for each app. */
export const DATABASE_LOGINS = ['owner', ...DATABASE_APPS] as const;
export type DatabaseLogin = 'owner' | DatabaseApp;
export type RolePasswords = Readonly<Record<DatabaseLogin, string>>;

/** Path of the file with the passwords of the roles that the service creates. */
function rolePasswordsFile(directory: string): string {
  return join(directory, 'database-roles.json');
}

/**
 * The passwords of the directory's database; generated where there are none yet (mode 0600).
 * @throws StartError where the file is invalid.
 */
export async function readRolePasswords(directory: string): Promise<RolePasswords> {
  const file = rolePasswordsFile(directory);
  await createDirectory(directory);
  const text = await readOrCreateSecret(file, () => `${JSON.stringify(newPasswords())}\n`);
  const passwords = passwordsIn(text.toString());
  if (passwords !== undefined) return passwords;
  throw new StartError(
    `The file ${file} does not hold the passwords of the database's roles; restore it from a backup.`,
  );
}

function newPasswords(): RolePasswords {
  const entries = DATABASE_LOGINS.map((login) => [login, randomBytes(32).toString('base64url')]);
  return Object.fromEntries(entries) as RolePasswords;
}

function passwordsIn(text: string): RolePasswords | undefined {
  try {
    const content = JSON.parse(text) as Record<string, unknown> | null;
    const isWhole = DATABASE_LOGINS.every((login) => typeof content?.[login] === 'string');
    return isWhole ? (content as RolePasswords) : undefined;
  } catch {
    return undefined;
  }
}
