import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPortTaken, portTaken } from '@service/platform/addresses';
import { lockDataDirectory } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import { findFreePort } from '../ports.ts';
import { isFromEarlierBoot, waitForEnd } from '../processes.ts';
import { BrokerLog } from './broker-log.ts';
import { runJava, spawnJava } from './java-process.ts';
import { findJava } from './java.ts';
import { resolveClassPath } from './jars.ts';
import { prepareDirectory } from './prepare-directory.ts';
import { prepareSecurity } from './security.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface BrokerOptions {
  /** Directory of its data, settings and log; created if missing. */
  directory: string;
  /** Address for clients; the loopback address if not given. */
  host?: string;
  /** Port for clients. */
  port: number;
  /** Whether only users who log in over TLS may connect; for the whole life of a directory. */
  secure?: boolean;
  /** Port of the controller, which is the same process; a free one if not given. */
  controllerPort?: number;
  /** Called for every line of its log with an error. */
  onError?: (line: string) => void;
}

/** How a broker ended. */
interface BrokerEnd {
  /** Whether `stop` or `kill` was called. */
  asked: boolean;
  /** End of a sentence. */
  reason: string;
}

/** A single-node Apache Kafka that answers requests. It ends when this process does. */
export interface Broker {
  host: string;
  port: number;
  /** In the form of KAFKA_BROKERS. */
  brokers: string;
  /** The settings by which the service reaches it. */
  settings: NodeJS.ProcessEnv;
  pid: number;
  logFile: string;
  /** Resolves when it has ended. */
  ended: Promise<BrokerEnd>;
  /** Shuts it down; resolves when it has ended. It can then be started again on the same directory and port. */
  stop(): Promise<void>;
  /** Ends it like kill -9. */
  kill(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Milliseconds: for the start, for the end, and for the broker of a killed process to end. */
const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 15_000;
const ORPHAN_TIMEOUT = 20_000;

/**
 * Starts Apache Kafka; resolves when it answers requests. The first start on a directory formats it.
 * @throws StartError where Java or Maven is missing, the port or the directory is taken, or Kafka does not
 *   start.
 */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { directory, host = LOOPBACK, port } = options;
  const [java, classPath] = await Promise.all([findJava(), resolveClassPath()]);
  const lock = await lockDataDirectory(directory);
  try {
    await waitForOrphan(directory);
    if (await isPortTaken(port)) throw portTaken(port, 'KAFKA_PORT');
    const security = options.secure === true ? await prepareSecurity(directory, java, host) : undefined;
    const runTool = (words: string[]) => runJava(java, classPath, words);
    const controllerPort = options.controllerPort ?? (await findFreePort());
    const file = await prepareDirectory(directory, { host, port, controllerPort }, runTool, security);
    const settings = { KAFKA_BROKERS: `${host}:${port}`, ...security?.settings };
    const broker = await launch([java, classPath, file], settings, options, () => lock.release());
    await becomeReady(broker);
    return broker;
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function launch(
  [java, classPath, file]: [string, string, string],
  settings: { KAFKA_BROKERS: string } & NodeJS.ProcessEnv,
  { directory, host = LOOPBACK, port, onError }: BrokerOptions,
  release: () => void,
): Promise<Broker> {
  const log = new BrokerLog(join(directory, 'kafka.log'), onError ?? (() => undefined));
  const child = spawnJava(java, classPath, ['kafka.Kafka', file]);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await log.follow(child.stdout, child.stderr);
  await writeFile(pidFile(directory), String(child.pid));

  let asked = false;
  const ended = exited.then(async ([code, signal]): Promise<BrokerEnd> => {
    await rm(pidFile(directory), { force: true });
    release();
    return {
      asked,
      reason: log.lastError ?? (signal === null ? `its exit code is ${code}` : `by ${signal}`),
    };
  });
  const end = async (signal: NodeJS.Signals) => {
    asked = true;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
    await ended;
    clearTimeout(timer);
  };
  return {
    host,
    port,
    brokers: settings.KAFKA_BROKERS,
    settings,
    pid: child.pid as number,
    logFile: log.path,
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function becomeReady(broker: Broker): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), START_TIMEOUT);
  const isReady = waitUntilReady(broker.settings, over.signal);
  const ended = await Promise.race([broker.ended, isReady]);
  clearTimeout(timer);
  if (ended === undefined && !over.signal.aborted) return;
  over.abort();
  if (ended === undefined) await broker.kill();
  const reason = ended?.reason ?? `it was not ready after ${START_TIMEOUT / 1_000} s`;
  throw new StartError(`Kafka does not start: ${reason} (${broker.logFile} may say more).`);
}

/** The broker of a killed process ends by itself, and holds directory and port until then. */
async function waitForOrphan(directory: string): Promise<void> {
  const file = pidFile(directory);
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  if (pid > 0 && !(await isFromEarlierBoot(file))) await waitForEnd([pid], ORPHAN_TIMEOUT);
}

function pidFile(directory: string): string {
  return join(directory, 'kafka.pid');
}
