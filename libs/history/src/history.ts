import type { Duty, Leadership } from '@service/messaging';
import type { CommandClient } from '@service/messaging/commands';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { UsageRoller } from './usage/usage-roller.js';
import { dropDays } from './keeping/drop-days.js';
import type { InteractionRecorder } from './recorder.js';
import { HistorySealer } from './sealing/history-sealer.js';
import { daysAhead, historyDays } from './storage/partitions.js';
import { HistoryWriter } from './writing/history-writer.js';

export interface HistoryOptions {
  pool: Pool;
  leadership: Leadership;
  /** Bring the seals of the history to the log. */
  commands: CommandClient;
  /** Days that the history is kept for after they are over. */
  retentionDays: number;
  logger: Logger;
}

/** The history of one environment, as one process keeps it. */
export interface StartedHistory {
  recorder: InteractionRecorder;
  /** To be called when nothing is answered any more. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks for days to make room for, and for days to drop. */
const PAUSE = 600_000;

/** Starts to keep the history; what only one process does, counting, sealing and dropping, is done by the one that leads. */
export async function startHistory(options: HistoryOptions): Promise<StartedHistory> {
  const { pool, leadership, commands, retentionDays, logger } = options;
  const makeRoom = () => historyDays.ensure(pool, daysAhead(Date.now()));
  await makeRoom();
  const room = new PeriodicTask(
    makeRoom,
    PAUSE,
    new OutageLog(logger, 'Making room for the next day’s history'),
  );
  room.start();
  const recorder = new HistoryWriter(pool, logger);
  const duties = [
    leadership.lead('usage', new UsageRoller(pool, logger)),
    leadership.lead('seals', new HistorySealer(pool, commands, logger)),
    leadership.lead('retention', retention(pool, retentionDays, logger)),
  ];
  for (const duty of duties) await duty.start();
  return {
    recorder,
    async stop() {
      for (const duty of duties) await duty.stop();
      await room.stop();
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
