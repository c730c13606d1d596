import { forEachEnvironment } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { consoleOriginOf } from '../console/console-origin-of.js';
import { inviteOperator } from '../console/invite-operator.js';
import { readConsoleCommand } from '../console/read-console-command.js';

const command = () => readConsoleCommand(process.argv.slice(2));

await forEachEnvironment(
  async (target) => {
    const { environment, grant } = command();
    const { settings } = target;
    const origin = consoleOriginOf(settings, settings.port);
    if (origin === null) {
      throw new StartError(
        `The Console of ${environment} is closed: set CONSOLE_ORIGIN to the origin at which browsers reach it.`,
      );
    }
    const { operatorId, link } = await inviteOperator(target, grant, origin);
    const where = grant.project_id ?? 'all projects';
    process.stderr.write(
      `${environment}: ${operatorId}, ${grant.role} of ${where}. Whoever opens the link first, within 30 minutes, is this operator:\n`,
    );
    process.stdout.write(`${link}\n`);
  },
  () => command().environment,
);
