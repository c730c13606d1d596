import { spawn } from 'node:child_process';
import { endProcess } from '@service/platform/processes';

/** A script that runs in a separate process. */
export interface StartedScript {
  pid: number;
  /** Texts of the pattern's groups. */
  found: string[];
  /** Milliseconds from the process's creation until it had printed that text. */
  startedIn: number;
  /** @param signal SIGTERM where it is left out. */
  stop(signal?: NodeJS.Signals): Promise<void>;
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
  const found = await new Promise<string[]>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code} at its start.`)));
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      const found = pattern.exec(printed);
      if (found !== null) resolve(found.slice(1));
    });
  });
  return {
    pid: child.pid as number,
    found,
    startedIn: performance.now() - startedAt,
    stop: (signal = 'SIGTERM') => endProcess(child, signal),
  };
}
