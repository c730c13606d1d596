import { servedAt, welcome } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { releaseStartMemory } from '@service/platform/processes';
import { loadSettings } from '@service/platform/settings';

try {
  const settings = loadSettings(process.env);
  const logger = createLogger(settings.logLevel);
  // Imported after the settings are validated: the import takes a while, and an invalid setting is reported
  // before.
  const { startService } = await import('./service.js');
  const starting = startService(settings, logger);
  const stop = () => {
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'The service did not stop cleanly.');
          process.exit(1);
        },
      );
  };
  // Registered before the start: an interrupted start must not leave a database server behind.
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const service = await starting;
  releaseStartMemory();
  process.stdout.write(welcome(service, await servedAt(settings, service.port), settings.environments));
  for (const text of await service.consoleWelcomes(process.stdout.isTTY)) process.stdout.write(`\n${text}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
