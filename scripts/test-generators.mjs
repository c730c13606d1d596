// Makes a client of the service's OpenAPI document by each of four generators, without an edit, and runs a program of
// scripts/generators with it. Not part of CI: needs registries, Python, Go, Java and Maven.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CACHE } from './python-environment.mjs';
import { startService } from './standalone-service.mjs';

const PIP =
  'openapi-python-client==0.29.1 httpx==0.28.1 attrs==26.1.0 python-dateutil==2.9.0.post0 urllib3==2.7.0 pydantic==2.14.4';
const NPM = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const RUNTIME = 'github.com/oapi-codegen/runtime v1.9.0';
const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-maven-plugin:7.25.0:generate';

const EXPECTED = 'active passed 2 record.not_found active\n';
const PROGRAMS = resolve('scripts/generators');

const tools = installedTools();
const python = join(tools, 'python/bin/python');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const document = join(folder, 'openapi.json');
const service = await startService(join(folder, 'service'));
Object.assign(process.env, { SERVICE_URL: service.url, SERVICE_TOKEN: service.tokens.admin });
try {
  writeFileSync(document, await (await fetch(`${service.url}/v1/openapi.json`)).text());
  show('openapi-python-client', pythonClient);
  show('oapi-codegen', goClient);
  show('@hey-api/openapi-ts', typescriptClient);
  show('openapi-generator', generatorClient);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

function show(name, use) {
  const began = Date.now();
  const place = join(folder, use.name);
  mkdirSync(place);
  let outcome;
  try {
    const printed = use(place);
    outcome = printed === EXPECTED ? 'passed' : `FAILED: ${printed}`;
  } catch (error) {
    outcome = `FAILED: ${error.message}\n${error.stdout}`;
  }
  if (outcome !== 'passed') process.exitCode = 1;
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${name}: ${outcome}`);
}

function pythonClient(place) {
  const words = ['generate', '--path', document, '--meta', 'none', '--output-path', join(place, 'client')];
  run(join(tools, 'python/bin/openapi-python-client'), words);
  return run(python, [join(PROGRAMS, 'openapi_python_client.py')], { env: { PYTHONPATH: place } });
}

function generatorClient(place) {
  const project =
    '<modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>';
  writeFileSync(
    join(place, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0">${project}</project>`,
  );
  const options = { inputSpec: document, generatorName: 'python', output: place };
  const words = Object.entries(options).map(
    ([name, value]) => `-Dopenapi.generator.maven.plugin.${name}=${value}`,
  );
  run('mvn', ['-q', '-B', OPENAPI_GENERATOR, ...words], { cwd: place });
  return run(python, [join(PROGRAMS, 'openapi_generator.py')], { env: { PYTHONPATH: place } });
}

function goClient(place) {
  mkdirSync(join(place, 'client'));
  const output = ['-package', 'client', '-o', join(place, 'client/client.go')];
  run(join(tools, 'oapi-codegen'), ['-generate', 'types,client', ...output, document]);
  writeFileSync(join(place, 'go.mod'), `module example.org/shop\n\ngo 1.24\n\nrequire ${RUNTIME}\n`);
  cpSync(join(PROGRAMS, 'oapi-codegen.go'), join(place, 'main.go'));
  run('go', ['mod', 'tidy'], { cwd: place });
  return run('go', ['run', '.'], { cwd: place });
}

function typescriptClient(place) {
  run(join(tools, 'node_modules/.bin/openapi-ts'), ['-i', document, '-o', join(place, 'client')]);
  cpSync(join(PROGRAMS, 'hey-api.ts.txt'), join(place, 'program.ts'));
  const modules = ['--module', 'preserve', '--moduleResolution', 'bundler'];
  const words = [
    '--noEmit',
    '--strict',
    '--lib',
    'es2023,dom,dom.iterable',
    '--target',
    'es2022',
    ...modules,
    'program.ts',
  ];
  run(join(tools, 'node_modules/.bin/tsc'), words, { cwd: place });
  run(
    resolve('node_modules/.bin/esbuild'),
    ['--bundle', '--format=esm', '--log-level=error', '--outfile=program.mjs', 'program.ts'],
    {
      cwd: place,
    },
  );
  return run(process.execPath, ['program.mjs'], { cwd: place });
}

/** The folder of the generators in the tools' cache, where they are installed if missing; a marker shows that all are. */
function installedTools() {
  const wanted = [PIP, ...NPM, OAPI_CODEGEN].join('\n');
  const place = join(CACHE, `generators-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`);
  const mark = join(place, 'whole');
  if (existsSync(mark)) return place;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{}');
  run('npm', ['install', '--no-fund', '--no-audit', '--save-exact', ...NPM], { cwd: place });
  run('python3', ['-m', 'venv', join(place, 'python')]);
  run(join(place, 'python/bin/python'), ['-m', 'pip', 'install', '--quiet', ...PIP.split(' ')]);
  run('go', ['install', OAPI_CODEGEN], { env: { GOBIN: place } });
  writeFileSync(mark, '');
  return place;
}

/** What a program prints; its errors are in what it throws. */
function run(program, words, { cwd = '.', env = {} } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout: 600_000 };
  return execFileSync(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 });
}
