import { KafkaCommandClient, type AppContext, type StartedApp } from '@service/messaging';
import { readPepper } from './credentials/read-pepper.js';
import { createGateway, type Gateway } from './gateway.js';
import { daysAhead, ensurePartitions } from './interactions/storage/partitions.js';
import { HistoryWriter } from './interactions/writing/history-writer.js';
import { createLimits } from './limits/create-limits.js';
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
  const recorder = new HistoryWriter(pool, logger);
  await ensurePartitions(pool, daysAhead(Date.now()));
  const limits = createLimits({ on: settings.rateLimit, shared: true, pool, logger });
  const gateway = await createGateway({
    environment,
    pool,
    database,
    feed,
    commands,
    logger,
    pepper,
    limits,
    recorder,
  });
  return {
    gateway,
    async stop() {
      await gateway.application.close();
      await recorder.stop();
      await limits.stop();
      await commands.close();
      await database.destroy();
    },
  };
}
