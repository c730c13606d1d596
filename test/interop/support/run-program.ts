import { runProgram as run, type Outcome } from '../../../infra/run-program.js';

export type { Outcome };

/** Milliseconds: a program that is fetched and built for the first time, on a busy machine. */
const PATIENCE = 300_000;

/** Runs a program to its end, with `env` beside the environment of this process. @throws where the program does not exist. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const options = {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    timeout: PATIENCE,
  };
  return run(program, words, options);
}
