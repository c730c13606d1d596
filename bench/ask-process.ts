import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a process, which does not answer it. */
export async function tell(child: ChildProcess, message: object | string): Promise<void> {
  await new Promise((resolve) => child.send(message, resolve));
}

/** Asks a process. @throws where it ended instead. */
export async function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  const settled = new AbortController();
  const answer = once(child, 'message', settled).then(([answered]) => answered as Answer);
  const ended = once(child, 'exit', settled).then(() => {
    throw new Error('A process of the measurement ended.');
  });
  ended.catch(() => undefined);
  await tell(child, message);
  return Promise.race([answer, ended]).finally(() => settled.abort());
}
