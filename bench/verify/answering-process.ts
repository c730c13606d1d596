import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environmentFor } from '../service-process.ts';
import type { StepRequest } from './step-process.ts';

/** A process that answers verifications. */
export interface AnsweringProcess {
  pid: number;
  port: number;
  stop(): void;
}

/** Starts a script of this folder, which says its port once it listens. */
export async function startAnswering(
  script: 'bare-route.ts' | 'step-process.ts',
  message: StepRequest | string,
  dataDirectory: string,
): Promise<AnsweringProcess> {
  const child = fork(join(import.meta.dirname, script), { env: environmentFor(dataDirectory) });
  child.send(message);
  const [port] = (await once(child, 'message')) as [number];
  return { pid: child.pid as number, port, stop: () => void child.kill() };
}
