import { KafkaCommandClient, LeaseLeadership, type AppContext, type StartedApp } from '@service/messaging';
import { readPepper } from './credentials/read-pepper.js';
import { createGateway, type Gateway } from './gateway.js';
import { startHistory } from './interactions/history.js';
import { Unlimited } from './limits/limits.js';
import { openListDatabase } from './views/list-database.js';

/** A gateway whose commands and events travel over Kafka. */
export interface StartedGateway extends StartedApp {
  gateway: Gateway;
}

/** Starts one environment's gateway in a process of its own. */
export async function startGateway(context: AppContext): Promise<StartedGateway> {
  const { environment, databaseUrl, pool, feed, kafka, names, settings, logger } = context;
  const commands = new KafkaCommandClient({ kafka, names, logger });
  const [pepper, database] = await Promise.all([
    readPepper(settings, environment),
    openListDatabase(databaseUrl),
    commands.start(),
  ]);
  const limits = new Unlimited();
  const history = await startHistory({
    pool,
    leadership: new LeaseLeadership(pool, 'verify_api', logger),
    retentionDays: settings.historyRetentionDays,
    logger,
  });
  const gateway = await createGateway({
    environment,
    pool,
    database,
    feed,
    commands,
    logger,
    pepper,
    limits,
    recorder: history.recorder,
  });
  return {
    gateway,
    async stop() {
      await gateway.application.close();
      await history.stop();
      await commands.close();
      await database.destroy();
    },
  };
}
