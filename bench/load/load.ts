import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What is asked, over and over. */
export interface LoadTarget {
  path: string;
  token: string;
  body: string;
  /** Stands in the body where each request has a text of its own. */
  placeholder?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface LoadRequest {
  port: number;
  /** Of the answering process, whose processor use is reported as well. */
  serverPid: number;
  /** Of the service whose database's processor use is reported as well. */
  dataDirectory?: string;
  target: LoadTarget;
  connections: number;
  /** Seconds that are not counted, and seconds that are. */
  warmUp: number;
  seconds: number;
}

export interface LoadOutcome {
  requests: number;
  perSecond: number;
  /** Answers that report no success. */
  failures: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Cores that the answering process used; null where the system does not tell. */
  serverCores: number | null;
  /** The same of the database of development. */
  databaseCores: number | null;
  generatorCores: number;
}

/** The process that generates load. */
export interface LoadGenerator {
  run(request: LoadRequest): Promise<LoadOutcome>;
  stop(): void;
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'generator-process.ts'));
  return {
    async run(request) {
      const settled = new AbortController();
      const { signal } = settled;
      const ended = once(child, 'exit', { signal }).then(() => {
        throw new Error('The load generator ended.');
      });
      ended.catch(() => undefined);
      child.send(request);
      const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [LoadOutcome];
      settled.abort();
      if (outcome.failures > 0) throw new Error(`${outcome.failures} answers were failures.`);
      return outcome;
    },
    stop: () => child.kill(),
  };
}
