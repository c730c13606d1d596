import { setTimeout as pause } from 'node:timers/promises';
import { ReadMoments, coveredBy, type EventLog, type RecordedEvent } from '@service/event-store';
import { withinTime } from '@service/platform/scheduling';

const BATCH = 500;
/** Milliseconds between two reads for what a transaction still holds back. */
const READ_AGAIN_AFTER = 20;

/**
 * Reads what was committed to a log from a horizon on, for a follower that cannot wait for its topic or may
 * have missed events there. Events that the topic brings too come twice.
 * @param horizon id of the first transaction that may be missing.
 * @param moments gets the times of the reads; it can then tell up to when everything was taken.
 * @returns the new horizon: every event of transactions below it has been passed to `take`.
 */
export async function catchUpFromLog(
  log: EventLog,
  horizon: bigint,
  take: (events: RecordedEvent[], horizon: bigint) => Promise<void> | void,
  moments = new ReadMoments(),
): Promise<bigint> {
  const after = { epoch: 1, tx: `${horizon === 0n ? 0n : horizon - 1n}`, pos: '9223372036854775807' };
  let reached = horizon;
  let sentAt = performance.now();
  for await (const page of log.pages(BATCH, after)) {
    moments.note(page.ahead, { sentAt, readAt: page.readAt });
    const covered = coveredBy(page);
    if (page.events.length > 0) await take(page.events, covered);
    if (covered > reached) reached = covered;
    sentAt = performance.now();
  }
  moments.cover(reached);
  return reached;
}

/**
 * Reads a log until everything has been applied that was committed before the call, or until the wait is over.
 * @param readLog applies what the log has, and answers the horizon that was reached.
 * @returns whether it has been applied.
 */
export async function catchUpInTime(
  log: EventLog,
  readLog: () => Promise<bigint>,
  waitMilliseconds: number,
): Promise<boolean> {
  const until = performance.now() + waitMilliseconds;
  let isApplied = false;
  const read = async (): Promise<void> => {
    const next = await log.nextTransaction();
    while (!(isApplied = (await readLog()) >= next) && performance.now() < until) {
      await pause(READ_AGAIN_AFTER);
    }
  };
  return (await withinTime(read(), waitMilliseconds)) && isApplied;
}
