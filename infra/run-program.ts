import { execFile } from 'node:child_process';

/** What a program printed, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Most bytes of what a program prints. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs a program to its end.
 * @param env its environment; that of this process where it is missing.
 */
export function runProgram(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, [...words], { env, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
}
