import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { waitForEnd } from '../../infra/processes.ts';

/** What the service runs on: all in one process, or the four apps in separate processes over Apache Kafka. */
export interface Driver {
  name: 'standalone' | 'kafka';
  /** The file that starts it. */
  main: string;
  /** What the service on that data directory needs beside the usual settings. */
  settings(dataDirectory: string): NodeJS.ProcessEnv;
  /** Kills the processes that the killed one has started. */
  killOthers(dataDirectory: string): Promise<void>;
}

const standalone: Driver = {
  name: 'standalone',
  main: resolve('dist/standalone/main.js'),
  settings: () => ({}),
  killOthers: async () => undefined,
};

const kafka: Driver = {
  name: 'kafka',
  main: resolve('infra/distributed/main.ts'),
  settings: (dataDirectory) => ({
    ...(JSON.parse(process.env['TEST_KAFKA_SETTINGS'] ?? '{}') as NodeJS.ProcessEnv),
    KAFKA_TOPIC_PREFIX: `${process.env['TEST_KAFKA_PREFIX']}${nameOf(dataDirectory)}-`,
    KAFKA_PARTITIONS: '3',
    DELIVERY_LOOPBACK: 'on',
  }),
  async killOthers(dataDirectory) {
    const [, ...others] = await readProcessList(dataDirectory);
    for (const { pid } of others) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself, as they do when the first one is gone.
      }
    }
    await waitForEnd(
      others.map(({ pid }) => pid),
      10_000,
    );
  },
};

/** The same for every start on a directory, which has to find its topics again. */
function nameOf(dataDirectory: string): string {
  return createHash('sha256').update(dataDirectory).digest('hex').slice(0, 6);
}

export const drivers: Readonly<Record<Driver['name'], Driver>> = { standalone, kafka };

/** `serviceDriver` is a global of the Jest project. */
export const driver = Reflect.get(globalThis, 'serviceDriver') === 'kafka' ? kafka : standalone;
