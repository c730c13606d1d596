// Starts the service as it was built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript } from '../infra/start-script.ts';

const LISTENING = /listens on (https?:\S+)/;

/** A standalone service with its data in a folder. */
export async function startService(data) {
  const settings = {
    ENVIRONMENT: 'development',
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    DELIVERY_LOOPBACK: 'on',
  };
  const env = { ...process.env, ...settings };
  const { found, stop } = await startScript('dist/standalone/main.js', env, LISTENING);
  const [url] = found;
  const { development: tokens } = JSON.parse(readFileSync(join(data, 'bootstrap.json'), 'utf8'));
  return { url, tokens, stop };
}
