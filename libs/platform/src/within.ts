import { inTime } from './scheduling/in-time.js';

/**
 * The result of `ask`, if it comes in time.
 * @throws Error after `milliseconds`; a later answer or error is ignored.
 */
export function within<Answer>(milliseconds: number, ask: () => Answer | Promise<Answer>): Promise<Answer> {
  const answer = (async () => ask())();
  return inTime(answer, milliseconds, () => new Error(`No answer within ${milliseconds} ms.`));
}
