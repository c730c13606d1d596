import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Whether a process has ended, by itself or by a signal. */
export function hasEnded(child: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Sends a signal to a process unless it has ended, and resolves when it has.
 * @param patience milliseconds after which it is killed; absent where it may take as long as it takes.
 */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  patience?: number,
): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = patience === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), patience);
  await exited;
  clearTimeout(timer);
}
