import type { Readable } from 'node:stream';

/** Ends a stream that is piped to a reader, once the reader has taken nothing of it for some milliseconds. */
export function endStalled(text: Readable, patience: number): void {
  let stalled: NodeJS.Timeout | undefined;
  const goOn = (): void => clearTimeout(stalled);
  // A pipe pauses its source while its reader takes nothing.
  text.on('pause', () => {
    goOn();
    stalled = setTimeout(() => text.destroy(), patience);
  });
  text.on('resume', goOn).once('close', goOn);
}
