import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import { operateKeys } from '../keys/operate-keys.js';
import { readKeyCommand } from '../keys/read-key-command.js';

let missing = 0;
let found = 0;

const readCommand = () => readKeyCommand(process.argv.slice(2));
const named = () => {
  const command = readCommand();
  return command.word === 'rotate' ? command.only : undefined;
};

await forEachEnvironment(async (target) => {
  const { environment, database, logger } = target;
  const command = readCommand();
  const pool = createPool(database.urlOf('credential_authority'), {
    max: 2,
    applicationName: 'keys',
    logger,
  });
  try {
    const lines = await operateKeys(pool, target, command);
    if (lines === null) missing += 1;
    else found += 1;
    const said = lines ?? ['there is no such key.'];
    process.stdout.write(`${environment}: ${said.join('\n')}\n`);
  } finally {
    await pool.end();
  }
}, named);
if (missing > 0 && found === 0) process.exitCode = 1;
