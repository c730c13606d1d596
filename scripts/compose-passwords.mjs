// Writes .env for docker compose with a random password for each role of each database. An existing file stays.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const ROLES = [
  'SUPERUSER',
  'OWNER',
  'CREDENTIAL_AUTHORITY',
  'RECORD_STORE',
  'WEBHOOK_DISPATCHER',
  'VERIFY_API',
];
const lines = ['DEVELOPMENT', 'PRODUCTION'].flatMap((environment) =>
  ROLES.map((role) => `${role}_${environment}_PASSWORD=${randomBytes(24).toString('base64url')}`),
);
try {
  writeFileSync('.env', `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error('.env is there already, and stays as it is.');
  process.exitCode = 1;
}
