// Starts the service as it was built.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A standalone service with its data in a folder. @throws with what it printed. */
export async function startService(data) {
  const settings = {
    ENVIRONMENT: 'development',
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    DELIVERY_LOOPBACK: 'on',
  };
  const child = spawn(process.execPath, ['dist/standalone/main.js'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
        const [, address] = /listens on (https?:\S+)/.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
    child.once('close', (code) => reject(new Error(`The service ended with ${code}: ${printed}`)));
  });
  const { development: tokens } = JSON.parse(readFileSync(join(data, 'bootstrap.json'), 'utf8'));
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
  };
  return { url, tokens, stop };
}
