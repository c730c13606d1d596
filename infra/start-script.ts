import { spawn } from 'node:child_process';
import { endProcess } from '@service/platform/processes';

/** A script that runs in a separate process. */
export interface StartedScript {
  pid: number;
  /** Text of the pattern's first group. */
  found: string;
  /** Milliseconds from the process's creation until it had printed that text. */
  startedIn: number;
  stop(): Promise<void>;
}

/** Starts a script and waits until it prints what the pattern finds. */
export async function startScript(
  script: string,
  env: NodeJS.ProcessEnv,
  pattern: RegExp,
): Promise<StartedScript> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const found = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code} at its start.`)));
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      const group = pattern.exec(printed)?.[1];
      if (group !== undefined) resolve(group);
    });
  });
  return {
    pid: child.pid as number,
    found,
    startedIn: performance.now() - startedAt,
    stop: () => endProcess(child, 'SIGTERM'),
  };
}
