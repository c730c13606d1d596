import { execFile } from 'node:child_process';

/** What a program printed, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, one after the other. */
  readonly output: string;
}

/** Most bytes of what a program prints. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs a program to its end.
 * @param options.env its environment; that of this process where it is missing.
 * @param options.timeout milliseconds after which it is ended.
 * @throws where the program does not exist.
 */
export function runProgram(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    execFile(program, [...words], { ...options, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') return reject(error);
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr, output: stdout + stderr });
    });
  });
}
