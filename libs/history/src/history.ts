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
import { measureSeals, measureStream } from './sealing/measure-seals.js';
import { HistoryStream } from './streaming/history-stream.js';
import type { StreamReceiver } from './streaming/post-records.js';
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
  /** Takes a copy of the history; null where nobody does. */
  receiver: StreamReceiver | null;
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

/** Starts to write the history. Only the leading process counts, seals, sends, drops and indexes. */
export async function startHistory(options: HistoryOptions): Promise<StartedHistory> {
  const { pool, leadership, commands, receiver, logger, metrics } = options;
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
  measureSeals(metrics, sealer);
  const stream = receiver === null ? null : new HistoryStream(bounded, receiver, logger);
  measureStream(metrics, stream);
  const duties = [
    leadership.lead('usage', new UsageRoller(bounded, logger)),
    leadership.lead('seals', sealer),
    leadership.lead('retention', retention(options)),
    leadership.lead('subjects', new SubjectIndexer(pool, logger)),
    ...(stream === null ? [] : [leadership.lead('stream', stream)]),
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

function retention({ pool, retentionDays, receiver, logger }: HistoryOptions): Duty {
  const work = async (): Promise<void> => {
    const { dropped, unsealed, unsent } = await dropDays(pool, retentionDays, Date.now(), receiver !== null);
    if (dropped.length > 0) logger.info({ days: dropped }, 'Days of the interaction history were dropped.');
    if (unsealed.length > 0) {
      logger.warn(
        { days: unsealed },
        'Days of the interaction history stay until all of their lines are sealed.',
      );
    }
    if (unsent.length > 0)
      logger.warn({ days: unsent }, 'Days of the interaction history stay until their receiver has them.');
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
