import { coveredBy, type EventLog, type RecordedEvent } from '@service/event-store';

const BATCH = 500;

/**
 * Reads what was committed to a log from a horizon on, for a follower that cannot wait for its topic or may
 * have missed events there. Events that the topic brings too come twice.
 * @param horizon id of the first transaction that may be missing.
 * @returns the new horizon: every event of transactions below it has been passed to `take`.
 */
export async function catchUpFromLog(
  log: EventLog,
  horizon: bigint,
  take: (events: RecordedEvent[], horizon: bigint) => Promise<void> | void,
): Promise<bigint> {
  const after = { epoch: 1, tx: `${horizon === 0n ? 0n : horizon - 1n}`, pos: '9223372036854775807' };
  let reached = horizon;
  for await (const page of log.pages(BATCH, after)) {
    const covered = coveredBy(page);
    if (page.events.length > 0) await take(page.events, covered);
    if (covered > reached) reached = covered;
  }
  return reached;
}
