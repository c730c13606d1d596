// Tests the clients in Python and Go: test-clients.mjs [--outputFile=REPORT]. The report has the form of Jest's, for
// scripts/report-tests.mjs. A tool that is missing is a failure, unless CLIENTS=optional.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram } from '../infra/run-program.ts';
import { goConsumer, installedWheel } from './installed-clients.mjs';
import { pythonEnvironment } from './python-environment.mjs';
import { writeRandomJson } from './random-json.mjs';
import { startService } from './standalone-service.mjs';

const RANDOM_TEXTS = 20_000;
const SEED = 1;
/** Evidence and deliveries at random: `RANDOM_CASES=5000 npm run test:clients` judges as many. */
const RANDOM_CASES = process.env['RANDOM_CASES'] ?? '60';

const { env } = process;
const report = process.argv.find((word) => word.startsWith('--outputFile='))?.split('=')[1];
const results = [];
const folder = mkdtempSync(join(tmpdir(), 'test-clients-'));

// What Node.js compiles is shared by the services and with the other tests.
env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compiled');
env['RANDOM_JSON'] = join(folder, 'random.ndjson');
env['RANDOM_VECTORS'] = folder;

try {
  writeRandomJson(env['RANDOM_JSON'], RANDOM_TEXTS, SEED);
  await writeRandomVectors();
  await Promise.all([testGo(), testPython()]);
} finally {
  rmSync(folder, { recursive: true });
}

const sum = (count) => results.reduce((total, each) => total + count(each), 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((name) => sum((each) => each[name]));
if (report !== undefined) writeFileSync(report, JSON.stringify(inFormOfJest()));
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 ? 0 : 1;

async function part(name, test) {
  const startTime = Date.now();
  let result;
  try {
    result = await test();
  } catch (error) {
    const isLeftOut = env['CLIENTS'] === 'optional' && error.code === 'ENOENT';
    result = {
      passed: 0,
      failed: isLeftOut ? 0 : 1,
      skipped: isLeftOut ? 1 : 0,
      message: `NOT TESTED: ${error.message}`,
    };
  }
  const endTime = Date.now();
  results.push({ name: resolve(name), startTime, endTime, ...result });
  const seconds = ((endTime - startTime) / 1_000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${name}: ${result.passed} passed, ${result.failed} failed`);
  if (result.message !== '') console.log(result.message);
}

async function testGo() {
  await part('clients/go: go vet', async () =>
    one(...ended(await run('go', ['vet', './...'], 'clients/go'))),
  );
  await part('clients/go: go test, and a program', async () => {
    const service = await startService(join(folder, 'service'));
    try {
      return together(await goTest(service), await goProgram(service));
    } finally {
      await service.stop();
    }
  });
}

async function writeRandomVectors() {
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
  const words = [...flags, 'scripts/random-vectors.mjs', folder, RANDOM_CASES, `${SEED}`];
  const { code, stderr } = await run(process.execPath, words, '.');
  if (code !== 0) throw new Error(stderr);
}

function together(one, other) {
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value + other[name]]));
}

async function testPython() {
  let python;
  await part('clients/python: its environment', () => {
    python = pythonEnvironment();
    return { passed: 1, failed: 0, skipped: 0, message: '' };
  });
  if (python === undefined) return;
  const types = ['node_modules/pyright/index.js', '--project', 'clients/python', '--pythonpath', python];
  await Promise.all([
    part('clients/python: pyright', async () => one(...ended(await run(process.execPath, types, '.')))),
    part('clients/python: pytest', () => pytest(python)),
  ]);
}

/** @throws where it cannot be started; one that hangs is killed after ten minutes. */
function run(program, words, cwd, variables = {}) {
  return runProgram(program, words, { cwd, timeout: 600_000, env: { ...env, ...variables } });
}

function ended({ code, output }) {
  return [code === 0, output];
}

function one(isPassed, message) {
  return isPassed
    ? { passed: 1, failed: 0, skipped: 0, message: '' }
    : { passed: 0, failed: 1, skipped: 0, message };
}

async function goTest({ url, tokens }) {
  const variables = { SERVICE_URL: url, SERVICE_TOKENS: JSON.stringify(tokens) };
  const child = await run('go', ['test', '-count=1', '-json', './...'], 'clients/go', variables);
  const lines = child.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const count = (action) =>
    lines.filter(({ Action, Test }) => Action === action && Test !== undefined).length;
  const output = lines
    .flatMap(({ Output = '' }) => (/FAIL|_test\.go|panic/.test(Output) ? [Output] : []))
    .join('');
  const [passed, failed] = [count('pass'), count('fail')];
  // What does not compile has no tests.
  const isBroken = child.code !== 0 && failed === 0;
  const message = child.code === 0 ? '' : `${output}${child.stderr}`;
  return { passed, failed: failed + (isBroken ? 1 : 0), skipped: count('skip'), message };
}

async function goProgram({ url, tokens }) {
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, await (await fetch(`${url}/v1/log/development/keys`)).text());
  const granted = await fetch(`${url}/v1/authorities`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ issuer: 'Shop', scope: ['verify'], valid_until: '2099-12-31T00:00:00Z' }),
  });
  const { id } = await granted.json();
  const variables = {
    SERVICE_URL: url,
    SERVICE_TOKEN: tokens.admin,
    SERVICE_KEYS: keys,
    SERVICE_AUTHORITY: id,
  };
  const { consumer, expected } = goConsumer(folder);
  const { stdout, stderr } = await run('go', ['run', '-mod=mod', '.'], consumer, variables);
  return one(stdout === expected, `${stdout}${stderr}`);
}

async function pytest(python) {
  const file = join(folder, 'pytest.xml');
  const words = ['-m', 'pytest', '-q', '--no-header', `--junitxml=${file}`, '--override-ini'];
  // Not the folder of the sources, from which files may be missing in the wheel.
  words.push(`pythonpath=${installedWheel(python, folder)}`);
  const child = await run(python, words, 'clients/python');
  const [, suite] = /<testsuite ([^>]*)>/.exec(readFileSync(file, 'utf8')) ?? [];
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite ?? '')?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const passed = number('tests') - failed - number('skipped');
  const isBroken = child.code !== 0 && failed === 0;
  const message = child.code === 0 ? '' : child.stdout.slice(-20_000);
  return { passed, failed: failed + (isBroken ? 1 : 0), skipped: number('skipped'), message };
}

function inFormOfJest() {
  return {
    success: failed === 0,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numRuntimeErrorTestSuites: 0,
    testResults: results.map(({ name, startTime, endTime, message, ...counts }) => ({
      name,
      startTime,
      endTime,
      message,
      status: counts.failed === 0 ? 'passed' : 'failed',
      assertionResults: [],
    })),
  };
}
