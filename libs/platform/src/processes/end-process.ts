import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Whether a process has ended, by itself or by a signal. */
export function hasEnded(child: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Sends a signal to a process unless it has ended, and resolves when it has.
 * @param patience milliseconds after which it is killed; by default never.
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

/**
 * The same as a function for /bin/sh scripts: `end_process <id> <seconds> <signal>...` sends a process one signal after the
 * other, until it has ended, and waits up to that many seconds after each signal.
 */
export const END_PROCESS = `
end_process() {
  ended=$1 tenths=$(($2 * 10))
  shift 2
  for signal; do
    kill -s "$signal" "$ended" || return 0
    waited=0
    while [ $waited -lt $tenths ]; do
      kill -0 "$ended" || return 0
      sleep 0.1 || sleep 1
      waited=$((waited + 1))
    done
  done
}`;
