import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { runProgram } from '../../../infra/run-program.js';
import type { TestService } from '../service.js';

const CLIENTS = join(import.meta.dirname, '../../../clients');
/** Milliseconds for a program: packages may have to be fetched, and the verifier in Go to be built. */
const PATIENCE = 290_000;
const TIMEOUT = 2 * PATIENCE + 20_000;
// A child process runs it, because it blocks until the packages are fetched.
const MAKE_PYTHON =
  "import('./scripts/python-environment.mjs').then((it) => process.stdout.write(it.pythonEnvironment()))";

/** The tests of the clients in Python and Go that ask a running service; left out where the language is not there. */
export function testOtherLanguages(service: TestService): void {
  const run = async (folder: string, program: string, ...words: string[]) => {
    const env = {
      ...process.env,
      SERVICE_URL: service.baseUrl,
      SERVICE_TOKENS: JSON.stringify(service.tokens.development),
    };
    const options = { cwd: join(CLIENTS, folder), env, timeout: PATIENCE };
    const { code, output } = await runProgram(program, words, options);
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    return output;
  };

  itWith('python3')(
    'is used by the client in Python',
    async () => {
      const made = await runProgram(process.execPath, ['-e', MAKE_PYTHON], { timeout: PATIENCE });
      expect([made.code, made.stderr]).toEqual([0, '']);
      const output = await run('python', made.stdout, '-m', 'pytest', 'tests/test_client.py');
      expect(output).toMatch(/^[1-9]\d* passed/m);
    },
    TIMEOUT,
  );

  itWith('go')(
    'is verified by the verifier in Go',
    async () => {
      expect(await run('go', 'go', 'test', '-count=1', '-v', '-run', 'TestRunningService')).toContain(
        '--- PASS: TestRunningService',
      );
    },
    TIMEOUT,
  );
}

function itWith(program: string): typeof it | typeof it.skip {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
    return it;
  } catch {
    if (process.env['LANGUAGES'] === 'required') return it;
    process.stderr.write(`A client is not tested against the service, for there is no ${program}.\n`);
    return it.skip;
  }
}
