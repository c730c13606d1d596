import { KafkaCommandClient, LeaseLeadership, type AppContext, type StartedApp } from '@service/messaging';
import { hasCredentials } from './credentials/logged-credentials.js';
import { readPeppers } from './credentials/read-peppers.js';
import { createGateway, type Gateway } from './gateway.js';
import { startHistory } from './interactions/history.js';
import { createLimits } from './limits/create-limits.js';
import { openListDatabase } from './views/list-database.js';

/** A gateway whose commands and events travel over Kafka. */
export interface StartedGateway extends StartedApp {
  gateway: Gateway;
}

/** Starts one environment's gateway in a process of its own.
 *  @throws StartError where its peppers cannot be read, or one that live credentials depend on is missing. */
export async function startGateway(context: AppContext): Promise<StartedGateway> {
  const { environment, databaseUrl, pool, feed, kafka, names, settings, logger } = context;
  const peppers = await readPeppers(settings, environment, () => hasCredentials(databaseUrl));
  const commands = new KafkaCommandClient({ kafka, names, logger });
  const [database] = await Promise.all([openListDatabase(databaseUrl), commands.start()]);
  const history = await startHistory({
    pool,
    leadership: new LeaseLeadership(pool, 'verify_api', logger),
    retentionDays: settings.historyRetentionDays,
    logger,
  });
  const limits = createLimits({ settings, shared: true, pool, logger });
  const close = async () => {
    await limits.stop();
    await history.stop();
    await commands.close();
    await database.destroy();
  };
  const gateway = await createGateway({
    environment,
    pool,
    database,
    feed,
    commands,
    logger,
    peppers,
    limits,
    recorder: history.recorder,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    gateway,
    async stop() {
      await gateway.application.close();
      await close();
    },
  };
}
