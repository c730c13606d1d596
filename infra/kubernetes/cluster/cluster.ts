import { join } from 'node:path';
import { waitFor } from '@service/platform/waiting';
import { APPS } from '../../distributed/apps.ts';
import type { ContainerProcess } from '../kubelet/container-process.ts';
import type { Image } from '../kubelet/image.ts';
import { Kubelet } from '../kubelet/kubelet.ts';
import type { Diary } from '../kubelet/pod-worker.ts';
import { requireThat } from '../../report.ts';
import { ControlPlane } from './control-plane.ts';
import type { List, Pod } from './kinds.ts';
import { PodNetworks } from './network.ts';

/** Milliseconds in which something must come true, on a busy machine too. */
const PATIENCE = 300_000;

/** A real control plane, and three nodes in three zones that run pods as processes of this machine. */
export class Cluster {
  readonly control: ControlPlane;
  /** Images that a node can start; more can be added. */
  readonly images: Image[] = [];
  readonly diary: Diary = { killed: [], ended: [], unhealthy: [], memory: new Map() };
  private readonly directory: string;
  private readonly kubelets: Kubelet[] = [];
  private network: PodNetworks | undefined;

  constructor(directory: string) {
    this.directory = directory;
    this.control = new ControlPlane(join(directory, 'control-plane'));
  }

  /** @throws StartError where this machine cannot run one. */
  async start(): Promise<void> {
    this.network = await PodNetworks.create();
    await this.control.start();
    const parts = {
      api: this.control.api,
      networks: this.network,
      directory: join(this.directory, 'nodes'),
      images: this.images,
      diary: this.diary,
    };
    for (const zone of ['a', 'b', 'c']) this.kubelets.push(new Kubelet(`node-${zone}`, zone, parts));
    await Promise.all(this.kubelets.map((kubelet) => kubelet.start()));
  }

  get networks(): PodNetworks {
    if (this.network === undefined) throw new Error('The cluster has not been started.');
    return this.network;
  }

  /** Makes a namespace that takes only pods of the level `restricted`, as docs/kubernetes.md says. */
  async createNamespace(name: string): Promise<void> {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await this.control.api.ask('POST', '/api/v1/namespaces', { metadata: { name, labels } });
  }

  /** The pods of an app that are not being deleted. */
  async pods(namespace: string, app: string): Promise<readonly Pod[]> {
    const selector = `labelSelector=app.kubernetes.io/name=${app}`;
    const list = await this.control.api.ask<List<Pod>>(
      'GET',
      `/api/v1/namespaces/${namespace}/pods?${selector}`,
    );
    return list.items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** The pods of all apps that are not being deleted. */
  async allPods(namespace: string): Promise<readonly Pod[]> {
    return (await Promise.all(APPS.map((app) => this.pods(namespace, app)))).flat();
  }

  /** What a pod answers to Prometheus. */
  async metrics(pod: Pod): Promise<string> {
    return (await fetch(`http://${pod.status.podIP}:3001/metrics`)).text();
  }

  /** The process of a pod. */
  containerOf(pod: Pod): ContainerProcess {
    const uid = String(pod.metadata.uid);
    const worker = this.kubelets.map((kubelet) => kubelet.workerOf(uid)).find((each) => each !== undefined);
    if (worker?.container === undefined) throw new Error(`${pod.metadata.name} runs nowhere.`);
    return worker.container;
  }

  /** Runs a command in a running pod, as `kubectl exec` does. */
  async execute(pod: Pod | undefined, ...command: string[]): Promise<string> {
    if (pod === undefined) throw new Error('There is no pod.');
    const { code, stdout, stderr } = await this.containerOf(pod).execute(...command);
    requireThat(code === 0, `${command.join(' ')} succeeds in ${pod.metadata.name}: ${stdout}${stderr}`);
    return stdout;
  }

  async stop(): Promise<void> {
    await Promise.all(this.kubelets.map((kubelet) => kubelet.stop()));
    await this.control.stop();
    await this.network?.destroy();
  }
}

/** @throws ClaimFailed where it does not come true in time. */
export async function eventually<T>(claim: string, ask: () => Promise<T | undefined>): Promise<T> {
  const answer = await waitFor(ask, PATIENCE, 100);
  requireThat(answer !== undefined, `${claim}, within ${PATIENCE / 1_000} s`);
  return answer;
}

/** Whether a pod takes part in its Service. */
export function isReady(pod: Pod): boolean {
  return pod.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}
