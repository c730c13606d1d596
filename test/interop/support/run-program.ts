import { execFile } from 'node:child_process';

/** What came of a program. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Milliseconds: a program that is fetched and built for the first time, on a busy machine. */
const PATIENCE = 300_000;

/** Runs a program to its end. @throws where the program does not exist. */
export function runProgram(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const { cwd, env } = options;
    const settings = { timeout: PATIENCE, cwd, env: { ...process.env, ...env } };
    execFile(program, [...words], settings, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (error.code === 'ENOENT') reject(error);
      else resolve({ code: typeof error.code === 'number' ? error.code : 1, stdout, stderr });
    });
  });
}
