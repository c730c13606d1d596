import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import type { Call } from './arguments.js';
import { verifyFiles } from './verify-files.js';

/** Verifies files and prints what is proven. @returns the exit code. */
export async function printVerification(call: Call): Promise<number> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  return (await verifyFiles(call, print, say)) ? 0 : EXIT.refused;
}
