// Writes the settings of an environment for docker compose: its name, its ports, and a random password for each role of
// its database. Use: npm run compose:passwords [-- production]. An existing file stays.
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
const FILES = {
  // On the ports of docker-compose.yml.
  development: { file: '.env', ports: {} },
  production: {
    file: '.env.production',
    ports: {
      PORT: 3100,
      VERIFY_API_ADMIN_PORT: 3101,
      CREDENTIAL_AUTHORITY_ADMIN_PORT: 3102,
      RECORD_STORE_ADMIN_PORT: 3103,
      WEBHOOK_DISPATCHER_ADMIN_PORT: 3104,
      DATABASE_PORT: 5533,
      KAFKA_PORT: 9192,
    },
  },
};

const [environment = 'development'] = process.argv.slice(2);
if (!Object.hasOwn(FILES, environment)) {
  console.error('Use: npm run compose:passwords [-- production]');
  process.exit(2);
}
const { file, ports } = FILES[environment];
const passwords = ROLES.map((role) => [`${role}_PASSWORD`, randomBytes(24).toString('base64url')]);
const lines = [['ENVIRONMENT', environment], ...Object.entries(ports), ...passwords].map(
  ([name, value]) => `${name}=${value}\n`,
);
try {
  writeFileSync(file, lines.join(''), { mode: 0o600, flag: 'wx' });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${file} is there already, and stays as it is.`);
  process.exitCode = 1;
}
