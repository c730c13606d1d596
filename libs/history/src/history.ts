import type { Duty, Leadership } from '@service/messaging';
import type { CommandClient } from '@service/messaging/commands';
import { type Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { withoutHanging } from '@service/platform/postgres';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { UsageRoller } from './usage/usage-roller.js';
import { dropDays } from './retention/drop-days.js';
import type { InteractionRecorder } from './recorder.js';
import { HistorySealer } from './sealing/history-sealer.js';
import { measureSeals } from './sealing/measure-seals.js';
import { daysAhead, historyDays } from './storage/partitions.js';
import { SubjectIndexer } from './storage/subject-index.js';
import { HistoryWriter } from './writing/history-writer.js';

export interface HistoryOptions {
  pool: Pool;
  leadership: Leadership;
  /** Send the seals of the history to the log. */
  commands: CommandClient;
  /** For how many days a day of the history is stored after it is over. */
  retentionDays: number;
  logger: Logger;
  metrics: Metrics;
}

/** The history of one environment, as one process writes it. */
export interface StartedHistory {
  recorder: InteractionRecorder;
  /** Call it after the last answer. */
  stop(): Promise<void>;
}

/** Milliseconds between two checks for missing partitions, and for days to drop. */
const PAUSE = 600_000;

/** Starts to write the history. Only the leading process counts, seals, drops and indexes. */
export async function startHistory(options: HistoryOptions): Promise<StartedHistory> {
  const { pool, leadership, commands, retentionDays, logger } = options;
  const createPartitions = () => historyDays.ensure(pool, daysAhead(Date.now()));
  await createPartitions();
  const partitioning = new PeriodicTask(
    createPartitions,
    PAUSE,
    new OutageLog(logger, 'Creating the next day’s partition of the history'),
  );
  partitioning.start();
  const recorder = new HistoryWriter(pool, logger);
  // Dropping a day and building its index may take longer than a batch.
  const bounded = withoutHanging(pool);
  const sealer = new HistorySealer(bounded, commands, logger);
  measureSeals(options.metrics, sealer);
  const duties = [
    leadership.lead('usage', new UsageRoller(bounded, logger)),
    leadership.lead('seals', sealer),
    leadership.lead('retention', retention(pool, retentionDays, logger)),
    leadership.lead('subjects', new SubjectIndexer(pool, logger)),
  ];
  for (const duty of duties) await duty.start();
  return {
    recorder,
    async stop() {
      for (const duty of duties) await duty.stop();
      await partitioning.stop();
      await recorder.stop();
    },
  };
}

function retention(pool: Pool, retentionDays: number, logger: Logger): Duty {
  const work = async (): Promise<void> => {
    const { dropped, unsealed } = await dropDays(pool, retentionDays, Date.now());
    if (dropped.length > 0) logger.info({ days: dropped }, 'Days of the interaction history were dropped.');
    if (unsealed.length > 0) {
      logger.warn(
        { days: unsealed },
        'Days of the interaction history stay until all of their lines are sealed.',
      );
    }
  };
  const outage = new OutageLog(logger, 'Dropping days of the interaction history');
  const task = new PeriodicTask(work, PAUSE, outage);
  return {
    async begin() {
      await work().catch((error: unknown) => outage.seen(error));
      task.start();
    },
    end: () => task.stop(),
  };
}
