import { ServiceError, type CommandEnvelope } from '@service/contracts';
import { countedUnder } from '@service/messaging/commands';
import { Amounts } from '@service/platform/batching';

/** Most commands under way on one aggregate. Its owner does them one by one, and commands of other aggregates wait behind them. */
const MOST_OF_AGGREGATE = 32;
const RETRY_AFTER_SECONDS = 1;

/** Bounds the commands that a process has under way on one aggregate. */
export class ChangesUnderWay {
  private readonly counts = new Amounts<string>();

  /**
   * Counts a command.
   * @returns what ends the count; call it once.
   * @throws ServiceError `rate.limited` where too many are under way.
   */
  enter({ type, key }: Pick<CommandEnvelope, 'type' | 'key'>): () => void {
    const counted = countedUnder(key, type);
    if (this.counts.of(counted) >= MOST_OF_AGGREGATE) {
      const message = `At most ${MOST_OF_AGGREGATE} changes of one object are under way at a time; let some end first.`;
      throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
    }
    this.counts.add(counted, 1);
    return () => this.counts.add(counted, -1);
  }
}
