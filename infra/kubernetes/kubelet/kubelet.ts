import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pod } from '../cluster/kinds.ts';
import { PodWorker, type NodeParts } from './pod-worker.ts';
import { atSecond } from './status.ts';

/** Milliseconds between two signs of life. */
const HEARTBEAT = 10_000;

/** One node: it runs the pods that the scheduler binds to it, as processes of this machine. */
export class Kubelet {
  readonly name: string;
  private readonly zone: string;
  private readonly parts: NodeParts;
  private readonly over = new AbortController();
  private readonly workers = new Map<string, PodWorker>();
  private heart: NodeJS.Timeout | undefined;

  constructor(name: string, zone: string, parts: Omit<NodeParts, 'gone'>) {
    this.name = name;
    this.zone = zone;
    this.parts = { ...parts, directory: join(parts.directory, name), gone: this.over.signal };
  }

  /** Registers the node; resolves when it follows its pods. */
  async start(): Promise<void> {
    await mkdir(this.parts.directory, { recursive: true });
    await this.register();
    await this.beat('POST');
    this.heart = setInterval(() => void this.beat('PATCH').catch(() => undefined), HEARTBEAT);
    const query = `fieldSelector=spec.nodeName=${this.name}`;
    await this.parts.api.follow<Pod>('/api/v1/pods', query, this.over.signal, (pods) => this.follow(pods));
  }

  /** Undefined where the pod is not here. */
  workerOf(uid: string): PodWorker | undefined {
    return this.workers.get(uid);
  }

  /** Ends all containers at once. */
  async stop(): Promise<void> {
    this.over.abort();
    clearInterval(this.heart);
    for (const { container } of this.workers.values()) await container?.kill();
  }

  private follow(pods: ReadonlyMap<string, Pod>): void {
    for (const [uid, pod] of pods) {
      const known = this.workers.get(uid);
      if (known !== undefined) known.update(pod);
      else this.begin(uid, pod);
    }
    for (const [uid, worker] of this.workers) {
      if (pods.has(uid)) continue;
      // The pod is deleted; unless it was by force, its container has already ended.
      this.workers.delete(uid);
      void worker.terminate();
    }
  }

  private begin(uid: string, pod: Pod): void {
    const worker = new PodWorker(pod, this.parts);
    this.workers.set(uid, worker);
    worker.start();
    worker.update(pod);
  }

  private async register(): Promise<void> {
    const { name, zone, parts } = this;
    const labels = { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': zone };
    await parts.api.ask('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels },
    });
    const resources = { cpu: '8', memory: '16Gi', 'ephemeral-storage': '64Gi', pods: '110' };
    const now = atSecond(new Date());
    const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'ready' };
    await parts.api.ask('PATCH', `/api/v1/nodes/${name}/status`, {
      status: {
        capacity: resources,
        allocatable: resources,
        addresses: [{ type: 'InternalIP', address: parts.networks.host }],
        conditions: [{ ...ready, lastHeartbeatTime: now, lastTransitionTime: now }],
      },
    });
  }

  /** Without this sign of life, the controllers call the node lost after 50 s, and delete its pods. */
  private async beat(method: 'POST' | 'PATCH'): Promise<void> {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
    const renewTime = new Date().toISOString().replace('Z', '000Z');
    await this.parts.api.ask(method, method === 'POST' ? leases : `${leases}/${this.name}`, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: this.name },
      spec: { holderIdentity: this.name, leaseDurationSeconds: 40, renewTime },
    });
  }
}
