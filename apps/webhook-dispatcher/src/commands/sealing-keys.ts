import { forEachEnvironment } from '@service/platform/commands';
import { endWithSentence } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import { operateSealingKeys } from '../sealing-keys/operate-sealing-keys.js';
import { readSealingCommand } from '../sealing-keys/read-sealing-command.js';
import { rotateSealingKeys } from '../sealing-keys/rotate-sealing-keys.js';

try {
  const command = readSealingCommand(process.argv.slice(2));
  if (command.word === 'rotate') print(await rotateSealingKeys(process.env, command.environments));
  else {
    let found = 0;
    await forEachEnvironment(async (target) => {
      const { environment, database, logger } = target;
      const pool = createPool(database.urlOf('webhook_dispatcher'), {
        max: 2,
        applicationName: 'sealing-keys',
        logger,
      });
      try {
        const lines = await operateSealingKeys(pool, target, command);
        if (lines !== null) found += 1;
        print([`${environment}: ${(lines ?? ['there is no such key.']).join('\n')}`]);
      } finally {
        await pool.end();
      }
    });
    if (found === 0) process.exitCode = 1;
  }
} catch (error) {
  endWithSentence(error);
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
