import { HELP, parseCall } from './arguments.js';
import { CallError } from './call-error.js';
import { verifyEvidence } from './verify-evidence.js';

const WRONG_CALL = 2;

// Whoever reads the lines may have seen enough, as `head` does.
process.stdout.on('error', () => process.exit());

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const call = parseCall(args);
    if (call === null) {
      process.stdout.write(HELP);
      return 0;
    }
    return (await verifyEvidence(call, (line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return WRONG_CALL;
  }
}
