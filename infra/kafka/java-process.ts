import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '@service/platform/errors';
import { END_PROCESS } from '@service/platform/processes';

// The shell becomes Java, so that the process id is Java's. A child of the shell reads from a pipe. When the
// calling process ends, in any way, the pipe closes, and the child stops Java. A line through the pipe ends the
// child alone. The pipe is not standard input, because Node closes that as soon as Java has ended.
const SCRIPT = `
(
  ${END_PROCESS}
  read -r word <&3 && exit
  end_process $$ 10 TERM KILL
) >/dev/null 2>&1 &
exec "$@" 3<&-`;

const MEMORY = ['-Xms128m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const LOGGING = Object.entries({
  defaultLogLevel: 'warn',
  showDateTime: true,
  dateTimeFormat: "yyyy-MM-dd'T'HH:mm:ss.SSS",
}).map(([name, value]) => `-Dorg.slf4j.simpleLogger.${name}=${value}`);

type JavaProcess = ChildProcess & { stdout: Readable; stderr: Readable };

/**
 * Starts a class of Kafka in a process that does not outlive this one, and is not reached by Ctrl-C at the
 * terminal.
 */
export function spawnJava(java: string, classPath: string, words: readonly string[]): JavaProcess {
  const command = [java, ...MEMORY, ...LOGGING, '-Djava.awt.headless=true', '-cp', classPath, ...words];
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'kafka', ...command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  }) as JavaProcess;
  const lifeline = child.stdio[3] as Writable;
  lifeline.on('error', () => undefined);
  child.once('exit', () => lifeline.end('ended\n'));
  return child;
}

/**
 * Runs a class of Kafka to its end.
 * @throws StartError with its last line where it fails.
 */
export async function runJava(java: string, classPath: string, words: readonly string[]): Promise<void> {
  const child = spawnJava(java, classPath, words);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new StartError(`Kafka could not be prepared: ${said.trim().split('\n').at(-1)}`);
}
