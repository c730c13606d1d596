import { writeFileSync } from 'node:fs';
import { StartError } from '@service/platform/errors';
import { makeSecrets } from './make-secrets.ts';

// Writes the Secrets of a new environment into a file for `kubectl create`. An existing file stays.
const [file, release = 'records', host = `${release}-database-rw`] = process.argv.slice(2);
try {
  if (file === undefined) {
    throw new StartError('Use: npm run chart:secrets -- FILE [RELEASE [HOST OF THE DATABASE]]');
  }
  const list = { apiVersion: 'v1', kind: 'List', items: makeSecrets(release, host) };
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${file} has: ${list.items.map(({ metadata }) => metadata.name).join(', ')}.\n`);
} catch (error) {
  const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  if (!exists && !(error instanceof StartError)) throw error;
  process.stderr.write(exists ? `${file} is there already, and stays as it is.\n` : `${error.message}\n`);
  process.exitCode = 1;
}
