import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;

/**
 * The verifier that PostgreSQL stores for a password. With it a server that logs its statements never logs the
 * password. RFC 5802 and 7677, in the form of `pg_authid.rolpassword`. For passwords of printable ASCII only,
 * which need no normalisation (RFC 4013).
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const stored = createHash('sha256').update(keyFor(salted, 'Client Key')).digest('base64');
  const server = keyFor(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

function keyFor(salted: Buffer, name: string): Buffer {
  return createHmac('sha256', salted).update(name).digest();
}
