import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import { StartError } from '../../start-error.js';

const INSUFFICIENT_PRIVILEGE = '42501';
const ITERATIONS = 4_096;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The roles of a list that the server has. */
export async function existingRoles(client: Client, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)',
    [names],
  );
  return new Set(rows.map(({ rolname }) => rolname));
}

/**
 * Creates a role that can log in and has no other right.
 * @throws StartError with the statement for an administrator, where the caller may not create roles.
 */
export async function createRole(client: Client, name: string, password: string): Promise<void> {
  try {
    await client.query(`CREATE ROLE ${client.escapeIdentifier(name)} ${loginWith(client, password)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw new StartError(
      `The role ${name} does not exist, and the owner of the database may not create it. Grant the owner CREATEROLE, or run as an administrator: CREATE ROLE ${client.escapeIdentifier(name)} LOGIN PASSWORD '…'.`,
      { cause: error },
    );
  }
}

/** Changes a role's password. */
export async function setPassword(client: Client, name: string, password: string): Promise<void> {
  await client.query(`ALTER ROLE ${client.escapeIdentifier(name)} ${loginWith(client, password)}`);
}

function loginWith(client: Client, password: string): string {
  const stored = PRINTABLE_ASCII.test(password) ? scramVerifier(password) : password;
  return `LOGIN PASSWORD ${client.escapeLiteral(stored)}`;
}

/**
 * The verifier that PostgreSQL stores for a password. With it a server that logs its statements never logs the
 * password. RFC 5802 and 7677, in the form of `pg_authid.rolpassword`. For passwords of printable ASCII only,
 * which need no normalisation (RFC 4013).
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const stored = createHash('sha256').update(keyFor(salted, 'Client Key')).digest('base64');
  const server = keyFor(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

function keyFor(salted: Buffer, name: string): Buffer {
  return createHmac('sha256', salted).update(name).digest();
}
