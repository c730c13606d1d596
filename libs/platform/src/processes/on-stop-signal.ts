import type { Logger } from '../logging/create-logger.js';

/** The signals that ask a process to stop: from a supervisor, Ctrl-C, and a terminal that closes. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `stop` once, at the first signal that asks the process to stop, or when the process that started it ends. Ctrl-C in
 * `npm start` sends two signals, and a terminal that closes may send more: the later ones must not end a stop that is
 * under way, so none of them keeps its default action.
 */
export function onStopSignal(stop: () => void): void {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  for (const signal of [...STOP_SIGNALS, 'disconnect'] as const) process.on(signal, ask);
  // The parent process may have ended before the listener was added.
  if (process.send !== undefined && !process.connected) setImmediate(ask);
  // Ignore errors of a closed terminal, which would otherwise end the process at once.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Stops at the first such signal and then exits: with code 0, or with 1 and an error in the log if the stop failed.
 * @param logger returns the current logger, because a start may replace it.
 */
export function exitOnStopSignal(stop: () => Promise<void>, logger: () => Pick<Logger, 'error'>): void {
  onStopSignal(() => {
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger().error({ err: error }, 'The process did not stop cleanly.');
        process.exit(1);
      },
    );
  });
}
