import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { endProcess, hasEnded } from '@service/platform/processes';
import { waitFor } from '@service/platform/waiting';
import { findFreePorts } from '../../ports.ts';
import { runProgram, type Outcome } from '../../run-program.ts';
import { toolPath } from '../../tools/tools.ts';
import { KubernetesApi } from './api.ts';

/** Milliseconds for the API server to be ready, and for a process to end before it is killed. */
const PATIENCE = 180_000;
const STOP_TIMEOUT = 5_000;

/** etcd, kube-apiserver, the controllers and the scheduler, on the loopback address. */
export class ControlPlane {
  /** The directory of their files and logs. */
  readonly directory: string;
  readonly kubeconfig: string;
  private readonly children: ChildProcess[] = [];
  private open: KubernetesApi | undefined;

  constructor(directory: string) {
    this.directory = directory;
    this.kubeconfig = join(directory, 'kubeconfig');
  }

  get api(): KubernetesApi {
    if (this.open === undefined) throw new Error('The control plane has not been started.');
    return this.open;
  }

  /** @throws StartError where a part of it does not start. */
  async start(): Promise<void> {
    const [port, etcdPort, peerPort, managerPort, schedulerPort] = (await findFreePorts(5)).map(String);
    const token = randomBytes(16).toString('hex');
    await this.writeFiles(token);
    const etcd = `http://127.0.0.1:${etcdPort}`;
    const file = (name: string) => join(this.directory, name);
    this.run('etcd', {
      'data-dir': file('etcd'),
      'unsafe-no-fsync': 'true',
      'listen-client-urls': etcd,
      'advertise-client-urls': etcd,
      'listen-peer-urls': `http://127.0.0.1:${peerPort}`,
    });
    this.run('apiserver', {
      'etcd-servers': etcd,
      'bind-address': '127.0.0.1',
      'secure-port': String(port),
      'cert-dir': file('certs'),
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': file('accounts.pub'),
      'service-account-signing-key-file': file('accounts.key'),
      'service-cluster-ip-range': '10.96.0.0/24',
      'token-auth-file': file('tokens.csv'),
      'authorization-mode': 'RBAC',
    });
    const server = `https://127.0.0.1:${port}`;
    this.open = await this.untilReady(server, token);
    await this.writeKubeconfig(server, token);
    const common = { kubeconfig: this.kubeconfig, 'bind-address': '127.0.0.1', 'leader-elect': 'false' };
    this.run('manager', {
      ...common,
      'secure-port': String(managerPort),
      'service-account-private-key-file': file('accounts.key'),
      // 15 s by default.
      'horizontal-pod-autoscaler-sync-period': '2s',
    });
    this.run('scheduler', { ...common, 'secure-port': String(schedulerPort) });
  }

  /** Runs `kubectl` as the administrator. */
  kubectl(...words: string[]): Promise<Outcome> {
    return runProgram(toolPath('kube'), ['kubectl', '--kubeconfig', this.kubeconfig, ...words]);
  }

  /** Ends all parts. The API server lingers for up to a minute, and is then killed. */
  async stop(): Promise<void> {
    await Promise.all(this.children.map((child) => endProcess(child, 'SIGTERM', STOP_TIMEOUT)));
  }

  private run(part: string, options: Readonly<Record<string, string>>): void {
    const log = openSync(join(this.directory, `${part}.log`), 'a');
    const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    // Ends with this process, also where that is killed.
    const tied = ['--pdeathsig', 'KILL', '--', toolPath('kube'), part, ...words];
    this.children.push(spawn('setpriv', tied, { stdio: ['ignore', log, log] }));
  }

  private async untilReady(server: string, token: string): Promise<KubernetesApi> {
    const api = await waitFor(async () => {
      if (this.children.some(hasEnded)) return 'ended';
      try {
        const ca = await readFile(join(this.directory, 'certs/apiserver.crt'), 'utf8');
        const client = new KubernetesApi({ server, token, ca });
        await client.ask('GET', '/apis/apps/v1/deployments');
        await client.ask('GET', '/api/v1/namespaces/kube-node-lease');
        return client;
      } catch {
        return undefined;
      }
    }, PATIENCE);
    if (api instanceof KubernetesApi) return api;
    throw new StartError(`The control plane does not start; its logs are in ${this.directory}.`);
  }

  private async writeFiles(token: string): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const keys = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const secret = { mode: 0o600 };
    await writeFile(join(this.directory, 'accounts.pub'), keys.publicKey);
    await writeFile(join(this.directory, 'accounts.key'), keys.privateKey, secret);
    await writeFile(join(this.directory, 'tokens.csv'), `${token},admin,admin,system:masters\n`, secret);
  }

  /** JSON is YAML too. */
  private async writeKubeconfig(server: string, token: string): Promise<void> {
    const authority = join(this.directory, 'certs/apiserver.crt');
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'test', cluster: { server, 'certificate-authority': authority } }],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin', namespace: 'default' } }],
      'current-context': 'test',
    };
    await writeFile(this.kubeconfig, JSON.stringify(config), { mode: 0o600 });
  }
}
