import { once } from 'node:events';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitFor } from '@service/platform/waiting';
import { APPS } from '../../distributed/apps.ts';
import { Enclosed } from '../../engine/enclosed.ts';
import { requireThat } from '../../report.ts';
import { runProgram, type Outcome } from '../../run-program.ts';
import { toolPath } from '../../tools/tools.ts';
import type { Pod } from './pod.ts';

/** Milliseconds in which something must come true, on a busy machine too. */
const PATIENCE = 300_000;
const PAUSE = 500;

/** As cluster.sh makes it: this machine and all nodes, as pods find them, and the addresses of pods. */
export const NETWORK = { host: '10.83.0.1', machines: '10.83.0.0/24', pods: '10.84.0.0/16' };
const NODES = ['node-a', 'node-b'];

/** A real Kubernetes with a zone for each of its nodes. It ends with this process. */
export class Cluster {
  /** For logs and other files of the run. */
  readonly folder: string;
  readonly kubeconfig: string;
  private enclosed: Enclosed | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.kubeconfig = join(folder, 'kubeconfig');
  }

  /**
   * @param images an archive, of which all nodes take the images.
   * @throws StartError where this machine cannot run one.
   */
  async start(images: string): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const words = [this.folder, toolPath('kube'), images, ...NODES];
    this.enclosed = await Enclosed.start(join(import.meta.dirname, 'cluster.sh'), words, {
      network: false,
      log: this.folder,
      cgroup: 'records-nodes',
    });
  }

  /** Runs `kubectl` as the administrator. */
  tryKubectl(...words: string[]): Promise<Outcome> {
    return runProgram(toolPath('kube'), ['kubectl', '--kubeconfig', this.kubeconfig, ...words]);
  }

  /**
   * The same, and answers what it prints.
   * @throws ClaimFailed where it fails.
   */
  async kubectl(...words: string[]): Promise<string> {
    const { code, stdout, output } = await this.tryKubectl(...words);
    requireThat(code === 0, `kubectl ${words.join(' ')} succeeds: ${output}`);
    return stdout;
  }

  /**
   * Asks the API server itself, for `kubectl` takes half a second.
   * @param path in a namespace, such as `pods/NAME`.
   */
  async get<T>(namespace: string, path: string): Promise<T> {
    const [token = ''] = (await readFile(join(this.folder, 'tokens'), 'utf8')).split(',');
    const asking = request(`https://10.83.0.2:6443/api/v1/namespaces/${namespace}/${path}`, {
      ca: await readFile(join(this.folder, 'certificates/apiserver.crt')),
      headers: { authorization: `Bearer ${token}` },
    });
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const body = await text(response);
    requireThat(response.statusCode === 200, `the API server answers ${path}: ${body}`);
    return JSON.parse(body) as T;
  }

  async create(namespace: string, ...items: readonly object[]): Promise<void> {
    const file = join(this.folder, 'created.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), { mode: 0o600 });
    await this.kubectl('create', '--namespace', namespace, '--filename', file);
    await rm(file);
  }

  /** Makes a namespace that takes only pods of the level `restricted`, as docs/kubernetes.md says. */
  async createNamespace(name: string): Promise<void> {
    await this.kubectl('create', 'namespace', name);
    await this.kubectl('label', 'namespace', name, 'pod-security.kubernetes.io/enforce=restricted');
  }

  /** The pods of an app, or of all apps, that are not being deleted. */
  async pods(namespace: string, app?: string): Promise<Pod[]> {
    const selector = encodeURIComponent(`app.kubernetes.io/name in (${app ?? APPS.join()})`);
    const { items } = await this.get<{ items: Pod[] }>(namespace, `pods?labelSelector=${selector}`);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** What a pod answers to Prometheus. */
  async metrics(pod: Pod): Promise<string> {
    return (await fetch(`http://${pod.status.podIP}:3001/metrics`)).text();
  }

  /** Runs a command in a running pod. */
  execute(pod: Pod, ...command: string[]): Promise<string> {
    const { name, namespace } = pod.metadata;
    return this.kubectl('exec', '--namespace', namespace, name, '--', ...command);
  }

  /** Ends the processes of a pod by `kill -9`, of which Kubernetes learns nothing before. */
  async kill(pod: Pod): Promise<void> {
    const id = pod.status.containerStatuses?.[0]?.containerID?.replace('containerd://', '');
    const groups = `/sys/fs/cgroup/{,pids/}records-nodes/*/kubepods/{,*/}pod${pod.metadata.uid}/${id}/cgroup.procs`;
    let killed = 0;
    for await (const file of glob(groups)) {
      for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
        process.kill(Number(line), 'SIGKILL');
        killed += 1;
      }
    }
    requireThat(killed > 0, `${pod.metadata.name} runs`);
  }

  async stop(): Promise<void> {
    await this.enclosed?.stop();
  }
}

/** @throws ClaimFailed where it does not come true in time. */
export async function eventually<T>(claim: string, ask: () => Promise<T | undefined>): Promise<T> {
  const answer = await waitFor(ask, PATIENCE, PAUSE);
  requireThat(answer !== undefined, `${claim}, within ${PATIENCE / 1_000} s`);
  return answer;
}
