import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '@service/platform/settings';
import { itWith, runTool, type ToolAnswer } from '../support/chart/tools.ts';
import { isVariable } from '../support/chart/variables.ts';

interface Service {
  command: string[] | null;
  environment: Record<string, string>;
  ports?: { host_ip: string; published: string; target: number }[];
  volumes?: { type: string; source: string; target: string }[];
}

interface Project {
  name: string;
  services: Record<string, Service>;
}

const SCRIPT = resolve('scripts/compose-passwords.mjs');
const FILES = { development: '.env', production: '.env.production' };
type Environment = keyof typeof FILES;
const ENVIRONMENTS = Object.keys(FILES) as Environment[];
const APPS = ['verify-api', 'credential-authority', 'record-store', 'webhook-dispatcher'];

const directory = mkdtempSync(join(tmpdir(), 'compose-'));
afterAll(() => rmSync(directory, { recursive: true }));
const makePasswords = (...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...args], { cwd: directory, encoding: 'utf8' });
for (const environment of ENVIRONMENTS) makePasswords(environment);

function config(files: readonly string[], ...args: string[]): ToolAnswer {
  const named = ['infra/images.env', ...files].flatMap((file) => ['--env-file', file]);
  return runTool('docker-compose', [...named, 'config', ...args]);
}

const projects = new Map<Environment, Project>();
function projectOf(environment: Environment): Project {
  const known = projects.get(environment);
  if (known !== undefined) return known;
  const { ok, output } = config([join(directory, FILES[environment])], '--format', 'json');
  if (!ok) throw new Error(output);
  const project = JSON.parse(output) as Project;
  projects.set(environment, project);
  return project;
}
const ofTheImage = ({ services }: Project) =>
  Object.entries(services).filter(([name]) => name !== 'kafka' && name !== 'database');
const portsOf = ({ services }: Project) =>
  Object.values(services).flatMap(({ environment, ports = [] }) => [
    ...['PORT', 'ADMIN_PORT'].flatMap((name) => environment[name] ?? []),
    ...ports.map(({ published }) => published),
  ]);

describe('docker-compose.yml', () => {
  itWith('docker-compose').each(ENVIRONMENTS)('is loaded for %s', (environment) => {
    expect(config([join(directory, FILES[environment])], '--quiet')).toEqual({ ok: true, output: '' });
  });

  itWith('docker-compose')('says what makes the passwords that are missing', () => {
    const { ok, output } = config([]);
    expect(ok).toBe(false);
    expect(output).toContain('run npm run compose:passwords');
  });

  itWith('docker-compose').each(ENVIRONMENTS)('gives its processes settings of %s alone', (environment) => {
    for (const [, service] of ofTheImage(projectOf(environment))) {
      expect(Object.keys(service.environment).filter((name) => !isVariable(name))).toEqual([]);
      expect(loadSettings(service.environment).environment).toBe(environment);
    }
  });

  itWith('docker-compose').each(APPS)('gives %s its own role in the database alone', (app) => {
    const settings = loadSettings(projectOf('development').services[app]?.environment ?? {});
    expect(new URL(settings.databaseUrl ?? '').username).toBe(`service_${app.replaceAll('-', '_')}`);
    expect([settings.databaseOwnerUrl, settings.databaseAppUrls]).toEqual([undefined, {}]);
  });

  // `migrate` makes keys of the events that it writes, and `bootstrap` the file of the tokens.
  itWith('docker-compose')('lets all that reads or makes keys share one volume', () => {
    const sharing = ofTheImage(projectOf('development'))
      .filter(([, { volumes = [] }]) => volumes.some(({ target }) => target === '/var/lib/service'))
      .map(([name]) => name);
    expect(sharing.sort()).toEqual([...APPS, 'bootstrap', 'migrate'].sort());
  });

  itWith('docker-compose')('has the dispatcher avoid the ports of all apps', () => {
    const project = projectOf('production');
    const { servicePorts } = loadSettings(project.services['webhook-dispatcher']?.environment ?? {});
    const ports = ofTheImage(project).flatMap(([, { environment }]) =>
      ['PORT', 'ADMIN_PORT'].flatMap((name) => environment[name] ?? []),
    );
    expect(new Set(servicePorts)).toEqual(new Set(ports.map(Number)));
    expect(ports).toHaveLength(5);
  });

  itWith('docker-compose')('is two projects for two environments, which share no port', () => {
    const [development, production] = [projectOf('development'), projectOf('production')];
    expect([development.name, production.name]).toEqual(['records-development', 'records-production']);
    const ports = [...portsOf(development), ...portsOf(production)];
    expect(ports).toHaveLength(14);
    expect(new Set(ports).size).toBe(14);
  });

  itWith('docker-compose')('publishes database and broker on the loopback address alone', () => {
    const published = Object.values(projectOf('production').services).flatMap(({ ports = [] }) => ports);
    expect(published.map(({ host_ip }) => host_ip)).toEqual(['127.0.0.1', '127.0.0.1']);
    const kafka = projectOf('production').services['kafka'];
    // A client goes on at the address by which the broker names itself, also the health check in the container.
    const [port] = kafka?.ports ?? [];
    expect(port).toMatchObject({ published: '9192', target: 9192 });
    expect(kafka?.environment['KAFKA_ADVERTISED_LISTENERS']).toBe('PLAINTEXT://127.0.0.1:9192');
  });
});

describe('npm run compose:passwords', () => {
  it('leaves a file as it is, and knows the environments', () => {
    expect(makePasswords('production')).toMatchObject({
      status: 1,
      stderr: '.env.production is there already, and stays as it is.\n',
    });
    expect(makePasswords('staging')).toMatchObject({ status: 2 });
  });
});
