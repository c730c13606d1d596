#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../errors.js';
import { runCommand } from '../run-command.js';
import { runWitness, type WitnessOptions } from '../witness/run-witness.js';

const HELP = `witness --log-vkey VKEY [--log-vkey VKEY]... --key FILE --state DIR [--port N]

Cosigns the checkpoints of transparency logs that only ever grow (C2SP tlog-witness).

  --log-vkey VKEY  public key of a log; several for several logs, or for a log that changes its key
  --key FILE       the witness's private key, made at the first start
  --state DIR      what was cosigned last; a witness that loses it must take another key
  --name NAME      under which it cosigns; chosen at the first start, and stays
  --port N         port of add-checkpoint, 8100 where it is not given; 0 takes any free one
  --host ADDRESS   address to listen on, 127.0.0.1 where it is not given
`;

await runCommand(HELP, async () => {
  const witness = await runWitness(readOptions());
  process.stdout.write(`${witness.vkey}\nIt listens at ${witness.url}/add-checkpoint\n`);
  const stop = (): void => void witness.stop();
  process.once('SIGTERM', stop).once('SIGINT', stop);
});

function readOptions(): WitnessOptions {
  const { values } = parseArgs({
    options: {
      'log-vkey': { type: 'string', multiple: true },
      key: { type: 'string' },
      state: { type: 'string' },
      name: { type: 'string' },
      port: { type: 'string', default: '8100' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  });
  const { key, state, name, port, host, 'log-vkey': logVkeys } = values;
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
