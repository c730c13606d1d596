import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@service/platform/errors';

const run = promisify(execFile);

/** Oldest Java that runs Kafka 4. */
const OLDEST_VERSION = 17;

/**
 * The command that starts Java: that of `JAVA_HOME`, or else the one on the `PATH`.
 * @throws StartError where there is none, or it is too old.
 */
export async function findJava(): Promise<string> {
  const home = process.env['JAVA_HOME'] ?? '';
  const command = home === '' ? 'java' : join(home, 'bin', 'java');
  const version = await versionOf(command);
  if (version !== undefined && version >= OLDEST_VERSION) return command;
  const found = version === undefined ? `${command} does not run` : `${command} is version ${version}`;
  throw new StartError(
    `Kafka needs Java ${OLDEST_VERSION} or newer, but ${found}; install it (as with apt-get install default-jre-headless), or set KAFKA_BROKERS to a Kafka that runs elsewhere.`,
  );
}

async function versionOf(command: string): Promise<number | undefined> {
  try {
    const { stderr } = await run(command, ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return undefined;
  }
}
