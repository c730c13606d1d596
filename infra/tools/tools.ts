import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@service/platform/errors';
import { writeCustomSchemas, writeSchemas } from './kubernetes-schemas.ts';
import { makeStrimziSchemas } from './strimzi-schemas.ts';

const run = promisify(execFile);

/** Outside of the clone, so that a fresh clone finds the tools that another has built. */
export const CACHE =
  process.env['RECORD_TOOLS'] ?? join(homedir(), '.cache/record-verification-service/tools');

interface Tool {
  /** Digested like go.mod and go.sum: a change of one of these files causes a new build. */
  readonly sources?: readonly string[];
  make(module: string, target: string): Promise<void>;
}

/**
 * The tools that CI builds, the quick ones first, then those for test:kubernetes, test:compose, test:consumers and bench. Most are a Go module,
 * an npm package or a program in Java in a folder of its name, whose go.sum, package-lock.json or SHA256SUMS holds the
 * digests.
 */
const TOOLS = {
  'node-runtimes': { sources: ['node-runtimes/package-lock.json'], make: install },
  'pod-security': { sources: ['pod-security/main.go'], make: build('.') },
  kubeconform: { make: build('github.com/yannh/kubeconform/cmd/kubeconform') },
  'kube-score': { make: build('github.com/zegl/kube-score/cmd/kube-score') },
  schemas: { sources: ['kubernetes-schemas.ts'], make: makeSchemas },
  'operator-schemas': { sources: ['kubernetes-schemas.ts'], make: makeOperatorSchemas },
  'strimzi-schemas': {
    sources: [
      'kubernetes-schemas.ts',
      'strimzi-schemas.ts',
      ...['pom.xml', 'SHA256SUMS', 'Definitions.java', 'PresentInVersions.java'].map(
        (file) => `strimzi-schemas/${file}`,
      ),
    ],
    make: makeStrimziSchemas,
  },
  promtool: { make: extractPromtool },
  'docker-compose': { make: build('github.com/docker/compose/v2/cmd') },
  helm: { make: build('helm.sh/helm/v4/cmd/helm') },
  kube: { sources: ['kube/main.go'], make: buildKubernetes },
  immudb: { sources: ['immudb/main.go'], make: build('.') },
  debian: { make: bootstrapDebian },
  'other-runtimes': { sources: ['other-runtimes/package-lock.json'], make: install },
} as const satisfies Record<string, Tool>;

/** Name of a tool, and of its folder here. */
export type ToolName = keyof typeof TOOLS;

/** All tools, in the order in which they are built. */
export const toolNames = Object.keys(TOOLS) as ToolName[];

/** The file, or the directory, of a tool; undefined where it has not been built yet, by `npm run tools`. */
export function findTool(name: ToolName): string | undefined {
  const path = placeOf(name);
  return existsSync(path) ? path : undefined;
}

/**
 * Answers the file, or the directory, of a tool that is there.
 * @throws StartError where it has not been built.
 */
export function toolPath(name: ToolName): string {
  const path = findTool(name);
  if (path === undefined)
    throw new StartError(`There is no ${name} under ${CACHE}; npm run tools builds it.`);
  return path;
}

/**
 * Builds a tool that is not there. Concurrent calls are safe.
 * @throws StartError where it cannot be built.
 */
export async function buildTool(name: ToolName): Promise<'there' | 'built'> {
  const path = placeOf(name);
  if (existsSync(path)) return 'there';
  const draft = `${path}.${randomUUID()}.tmp`;
  await mkdir(CACHE, { recursive: true });
  try {
    const tool: Tool = TOOLS[name];
    await tool.make(join(import.meta.dirname, name), draft);
    await rename(draft, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error; // Another call has made it first.
    });
  } catch (error) {
    throw new StartError(`${name} was not built: ${reasonOf(error)}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return 'built';
}

function placeOf(name: ToolName): string {
  const { sources = [] }: Tool = TOOLS[name];
  const hash = createHash('sha256').update(process.arch);
  for (const file of [`${name}/go.mod`, `${name}/go.sum`, ...sources]) {
    const path = join(import.meta.dirname, file);
    if (existsSync(path)) hash.update(readFileSync(path));
  }
  return join(CACHE, `${name}-${hash.digest('hex').slice(0, 12)}`);
}

function build(target: string, linking = '-s -w') {
  return async (module: string, draft: string) => {
    await go(module, ['build', '-mod=readonly', '-trimpath', `-ldflags=${linking}`, '-o', draft, target]);
  };
}

/** The packages of a lock file. None of their scripts is run. */
async function install(module: string, draft: string): Promise<void> {
  await mkdir(draft);
  for (const file of ['package.json', 'package-lock.json']) await cp(join(module, file), join(draft, file));
  await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: draft });
}

/** A real Kubernetes in one binary. Helm asks it for its version, which is set at the link. */
async function buildKubernetes(module: string, draft: string): Promise<void> {
  const { Version } = JSON.parse(await go(module, ['list', '-m', '-json', 'k8s.io/kubernetes'])) as {
    Version: string;
  };
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(Version) ?? [];
  const variables = { gitVersion: Version, gitMajor: major, gitMinor: minor };
  const values = Object.entries(variables).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  await build('.', `-s -w ${values.join(' ')}`)(module, draft);
}

/** Makes a schema of each kind that this version of Kubernetes serves; it refuses unknown properties. */
async function makeSchemas(module: string, draft: string): Promise<void> {
  const sources = await directoryOf(module, 'k8s.io/kubernetes');
  const document: unknown = JSON.parse(
    await readFile(join(sources, 'api/openapi-spec/swagger.json'), 'utf8'),
  );
  await writeSchemas(document, draft);
}

/** Modules of operators, and where their CustomResourceDefinitions are. */
const OPERATORS = {
  'github.com/cert-manager/cert-manager': 'deploy/crds',
  'github.com/cloudnative-pg/cloudnative-pg': 'config/crd/bases',
  'github.com/cloudnative-pg/plugin-barman-cloud': 'config/crd/bases',
  'github.com/external-secrets/external-secrets': 'config/crds/bases',
  'github.com/kedacore/keda/v2': 'config/crd/bases',
  'github.com/prometheus-operator/prometheus-operator': 'example/prometheus-operator-crd',
  'sigs.k8s.io/gateway-api': 'config/crd/standard',
};

/** Makes such schemas of the operators' kinds, from the operators' modules. */
async function makeOperatorSchemas(module: string, draft: string): Promise<void> {
  for (const [name, folder] of Object.entries(OPERATORS)) {
    await writeCustomSchemas(join(await directoryOf(module, name), folder), draft);
  }
}

/** Downloads a module, and answers its directory. */
async function directoryOf(module: string, name: string): Promise<string> {
  const { Dir } = JSON.parse(await go(module, ['mod', 'download', '-json', name])) as { Dir: string };
  return Dir;
}

/** promtool alone, without the server that Debian's package starts; apt compares digests with its signed lists. */
async function extractPromtool(_module: string, draft: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'promtool-'));
  try {
    // apt downloads as a user of its own, who must be able to write here.
    await run('chmod', ['777', directory]);
    await run('apt-get', ['download', '-qq', 'prometheus'], { cwd: directory });
    await run('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb . && mv usr/bin/promtool "$0"', draft], {
      cwd: directory,
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The files of a small Debian, as an archive, of which images for tests are made. */
async function bootstrapDebian(_module: string, draft: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'debian-'));
  const root = join(directory, 'root');
  try {
    const words = ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', root];
    await run('debootstrap', words, { maxBuffer: 64 * 1024 * 1024 });
    const left = ['./var/cache/apt/archives/*.deb', './dev/*'].map((path) => `--exclude=${path}`);
    await run('tar', ['--create', '--file', draft, '--directory', root, ...left, '.']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function go(module: string, args: readonly string[]): Promise<string> {
  // Without cgo the binary needs no library; a toolchain is never downloaded.
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local' };
  const { stdout } = await run('go', [...args], { cwd: module, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

function reasonOf(error: unknown): string {
  const { code, path, message, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT' && path === 'javac') return 'A JDK is needed, but there is no javac.';
  if (code === 'ENOENT' && path === 'go') return 'Go 1.26 or newer is needed, but there is no go.';
  const said = (stderr ?? '').trim().split('\n').slice(-3).join(' ');
  return said === '' ? message : said;
}
