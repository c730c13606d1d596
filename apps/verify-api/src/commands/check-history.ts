import { parseArgs } from 'node:util';
import { checkHistory } from '@service/history';
import { forEachEnvironment } from '@service/platform/commands';
import { isDay } from '@service/platform/days';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';

await forEachEnvironment(async ({ environment, database, logger }) => {
  const day = wantedDay();
  const pool = createPool(database.urlOf('verify_api'), { max: 2, applicationName: 'check-history', logger });
  const { lanes, lines, unsealed, seals, faults } = await checkHistory(pool, day, {
    lane(lane, fault) {
      const where = `${lane.day} ${lane.project_id} ${lane.writer} ${fault.sequence}`;
      const what = fault.lines === 1 ? fault.kind : `${fault.lines} lines ${fault.kind}`;
      process.stdout.write(`${environment}: ${where}: ${what} (${fault.request_id ?? 'no request id'})\n`);
    },
    seal({ seal, kind }) {
      process.stdout.write(`${environment}: seal ${seal}: ${kind}\n`);
    },
  });
  if (faults > 0) process.exitCode = 1;
  const found = faults === 1 ? '1 fault' : `${faults} faults`;
  process.stdout.write(
    `${environment}: ${found} in ${lines} lines of ${lanes} lanes and in ${seals} seals.\n`,
  );
  if (unsealed > 0) process.stdout.write(`${environment}: ${unsealed} lines are not sealed yet.\n`);
  await pool.end();
});

function wantedDay(): string | null {
  const { day } = parse();
  if (day === undefined || isDay(day)) return day ?? null;
  throw new StartError('--day must be a day, as YYYY-MM-DD.');
}

function parse(): { day?: string } {
  try {
    return parseArgs({ options: { day: { type: 'string' } } }).values;
  } catch (error) {
    throw new StartError('The only option is --day YYYY-MM-DD.', { cause: error });
  }
}
