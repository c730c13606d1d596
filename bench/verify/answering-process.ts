import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT, environmentFor } from '../service-process.ts';
import type { StepRequest } from './step-process.ts';

/** A process that answers verifications. */
export interface AnsweringProcess {
  pid: number;
  port: number;
  stop(): void;
}

/**
 * Starts a script of this folder, which says its port once it listens.
 * @param root folder of another build of the repository, which runs in place of this one.
 */
export async function startAnswering(
  script: 'bare-route.ts' | 'step-process.ts',
  message: StepRequest | string,
  dataDirectory: string,
  settings: NodeJS.ProcessEnv = {},
  root = ROOT,
): Promise<AnsweringProcess> {
  const env = { ...environmentFor(dataDirectory), ENVIRONMENT: 'development', ...settings };
  const child = fork(join(root, 'bench/verify', script), { env });
  child.send(message);
  const [port] = (await once(child, 'message')) as [number];
  return { pid: child.pid as number, port, stop: () => void child.kill() };
}
