import { inTime } from '../scheduling/in-time.js';

/** What `ask` answers, if it does so in time.
 *  @throws Error when it takes longer than `milliseconds`; its later outcome is ignored. */
export function within<Answer>(milliseconds: number, ask: () => Answer | Promise<Answer>): Promise<Answer> {
  const answer = (async () => ask())();
  return inTime(answer, milliseconds, () => new Error(`No answer within ${milliseconds} ms.`));
}
