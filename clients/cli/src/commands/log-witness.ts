import { once } from 'node:events';
import { resolve } from 'node:path';
import { CommandError } from '../errors.js';
import { operandsOf } from '../read-call.js';
import type { WITNESS_OPTIONS } from '../table/log-options.js';
import type { Call, Run } from '../table/option.js';
import { runWitness, type WitnessOptions } from '../witness/run-witness.js';

/** `rvs log witness` */
export const run: Run<typeof WITNESS_OPTIONS> = async (call) => {
  const witness = await runWitness(readOptions(call));
  process.stdout.write(`${witness.vkey}\nIt listens at ${witness.url}/add-checkpoint\n`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await witness.stop();
  return 0;
};

function readOptions(call: Call<typeof WITNESS_OPTIONS>): WitnessOptions {
  operandsOf(call);
  const { key, state, name, port = '8100', host = '127.0.0.1', 'log-vkey': logVkeys } = call.values;
  if (logVkeys === undefined || key === undefined || state === undefined) {
    throw new CommandError('--log-vkey, --key and --state must be given.');
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new CommandError('--port must be a whole number from 0 to 65535.');
  }
  return {
    logVkeys,
    keyFile: resolve(key),
    directory: resolve(state),
    name: name ?? null,
    port: Number(port),
    host,
  };
}
