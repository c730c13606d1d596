// Runs all checks, as many at a time as there are cores, and shows the output of each when it ends.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

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
    const { code, output } = await run(name);
    failed ||= code !== 0;
    console.log(`\n${code === 0 ? 'passed' : 'FAILED'}: npm run check:${name}\n${output.trimEnd()}`);
  }
}

function run(name) {
  const child = spawn('npm', ['run', '--silent', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}
