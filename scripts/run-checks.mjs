// Runs all checks, as many at a time as there are cores, and shows the output of each when it ends.
import { availableParallelism } from 'node:os';
import { runProgram } from '../infra/run-program.ts';

// The longest first.
const CHECKS = [
  'format',
  'lint',
  'boundaries',
  'client-types',
  'dead',
  'compatibility',
  'migrations',
  'size',
];

let failed = false;
const waiting = [...CHECKS];
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = failed ? 1 : 0;

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { code, output } = await runProgram('npm', ['run', '--silent', `check:${name}`]);
    failed ||= code !== 0;
    console.log(`\n${code === 0 ? 'passed' : 'FAILED'}: npm run check:${name}\n${output.trimEnd()}`);
  }
}
