import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ask } from '../ask-process.ts';

/** The request that is repeated. */
export interface LoadTarget {
  path: string;
  token: string;
  body: string;
  /** Part of the body that each request replaces with a text of its own. */
  placeholder?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface LoadRequest {
  port: number;
  /** Process id of the answering process, whose processor use is reported too. */
  serverPid: number;
  /** Data directory of the service, whose database's processor use is reported too. */
  dataDirectory?: string;
  target: LoadTarget;
  connections: number;
  /** Seconds that are not counted, and seconds that are counted. */
  warmUp: number;
  seconds: number;
}

export interface LoadOutcome {
  requests: number;
  perSecond: number;
  /** How many answers had each status that is no success. */
  failures: Record<number, number>;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Cores that the answering process used; null where the system does not tell. */
  serverCores: number | null;
  /** Cores that the database of development used; null where the system does not tell. */
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
      const outcome = await ask<LoadOutcome>(child, request);
      const failures = Object.entries(outcome.failures).map(([status, count]) => `${count} of ${status}`);
      if (failures.length > 0) throw new Error(`Answers were failures: ${failures.join(', ')}.`);
      return outcome;
    },
    stop: () => child.kill(),
  };
}
