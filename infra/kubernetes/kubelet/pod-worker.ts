import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@service/platform/errors';
import type { KubernetesApi } from '../cluster/api.ts';
import type { Container, Pod } from '../cluster/kinds.ts';
import type { PodNetwork, PodNetworks } from '../cluster/network.ts';
import { ContainerProcess, removeCgroup } from './container-process.ts';
import type { Image } from './image.ts';
import { Prober } from './prober.ts';
import { StatusReporter } from './status-reporter.ts';
import { atSecond, type Observed } from './status.ts';
import { Volumes } from './volumes.ts';

/** Seconds between two reads of a pod's Secrets; a real kubelet takes up to two minutes. */
const REFRESH = 10;
/** Seconds before the second restart of a container, and at most; the first restart is immediate. */
const BACK_OFF = 10;
const LONGEST_BACK_OFF = 300;
/** Seconds between two attempts to get an image or a Secret. */
const RETRY = 2;

/** What the workers of a node share. */
export interface NodeParts {
  readonly api: KubernetesApi;
  readonly networks: PodNetworks;
  readonly directory: string;
  readonly images: readonly Image[];
  readonly diary: Diary;
  /** Aborted when the node is gone: its pods are no longer reported. */
  readonly gone: AbortSignal;
}

/** What happened to pods, for the test. */
export interface Diary {
  /** Containers that did not end within their grace period. */
  readonly killed: string[];
  /** Containers that ended by themselves, or with another exit code than 0. */
  readonly ended: string[];
  /** Failures of a startup or liveness probe that ended a container. */
  readonly unhealthy: string[];
  /** Most memory that each pod took, in bytes, with its files in memory. */
  readonly memory: Map<string, number>;
}

/** Runs one pod from when it is bound to the node until it is gone. */
export class PodWorker {
  container: ContainerProcess | undefined;
  private pod: Pod;
  private readonly parts: NodeParts;
  private readonly reporter: StatusReporter;
  private readonly over = new AbortController();
  private readonly seen: Observed = {
    phase: 'Pending',
    state: { waiting: { reason: 'ContainerCreating' } },
    lastState: {},
    restartCount: 0,
    health: { started: false, ready: false },
    address: undefined,
    startTime: new Date(),
  };
  private network: PodNetwork | undefined;
  private prober: Prober | undefined;
  private running: Promise<void> = Promise.resolve();
  private refreshing: Promise<void> = Promise.resolve();
  private terminating: Promise<void> | undefined;

  constructor(pod: Pod, parts: NodeParts) {
    this.pod = pod;
    this.parts = parts;
    this.reporter = new StatusReporter(pod, parts);
  }

  start(): void {
    this.running = this.run();
  }

  private async run(): Promise<void> {
    try {
      await this.report();
      await this.runContainers();
    } catch (error) {
      if (this.signal.aborted) return;
      // A pod that this kubelet cannot run must be noticed: it never becomes ready, and its status says why.
      await this.change({ state: { waiting: { reason: 'CreateContainerError', message: reasonOf(error) } } });
    }
  }

  /** Takes a change of the pod: the beginning of its deletion. */
  update(pod: Pod): void {
    this.pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined) void this.terminate();
  }

  /** Ends the container within the grace period, and lets the API forget the pod. */
  terminate(): Promise<void> {
    this.terminating ??= this.end();
    return this.terminating;
  }

  private async runContainers(): Promise<void> {
    const { signal } = this;
    const [container, ...others] = this.pod.spec.containers;
    if (container === undefined || others.length > 0 || (this.pod.spec.initContainers ?? []).length > 0)
      throw new Error('This kubelet runs pods of one container.');
    if (container.lifecycle !== undefined && container.lifecycle.preStop?.sleep === undefined)
      throw new Error('This kubelet knows no hook but preStop.sleep.');
    const directory = join(this.parts.directory, this.pod.metadata.name);
    const volumes = new Volumes(this.parts.api, this.pod, join(directory, 'volumes'));
    await mkdir(directory, { recursive: true });
    this.network = await this.parts.networks.add();
    this.seen.address = this.network.address;
    const image = await this.untilThere(container, volumes);
    this.refreshing = this.keepFresh(volumes);
    for (;;) {
      signal.throwIfAborted();
      const place = { image, network: this.network, mounts: volumes.mounts(), directory };
      const code = await this.runOnce(container, await ContainerProcess.start(this.pod, container, place));
      if (signal.aborted) return;
      const { restartPolicy } = this.pod.spec;
      if (restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && code === 0)) {
        return this.change({ phase: code === 0 ? 'Succeeded' : 'Failed' });
      }
      const { restartCount, state } = this.seen;
      if (restartCount > 0) {
        await this.change({ state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: state });
        const pause = Math.min(BACK_OFF * 2 ** (restartCount - 1), LONGEST_BACK_OFF);
        await sleep(pause * 1_000, undefined, { signal });
      }
      Object.assign(this.seen, { lastState: state, restartCount: restartCount + 1 });
    }
  }

  /** Waits for the image and the Secrets. */
  private async untilThere(container: Container, volumes: Volumes): Promise<Image> {
    for (;;) {
      const image = this.parts.images.find(({ name }) => name === container.image);
      const missing = await volumes.refresh().then(
        () => undefined,
        (error: unknown) => reasonOf(error),
      );
      if (image !== undefined && missing === undefined) return image;
      const waiting =
        image === undefined
          ? { reason: 'ImagePullBackOff', message: `no image ${container.image}` }
          : { reason: 'ContainerCreating', message: String(missing) };
      await this.change({ state: { waiting } });
      await sleep(RETRY * 1_000, undefined, { signal: this.signal });
    }
  }

  private async runOnce(container: Container, running: ContainerProcess): Promise<number> {
    this.container = running;
    const prober = new Prober(container, String(this.seen.address), {
      onChange: () => void this.report(),
      onUnhealthy: (probe) => {
        this.parts.diary.unhealthy.push(`${this.pod.metadata.name}: ${probe}`);
        void this.stopContainer(running, this.grace);
      },
    });
    this.prober = prober;
    const startedAt = atSecond(running.startedAt);
    await this.change({ phase: 'Running', state: { running: { startedAt } }, health: prober.health });
    prober.start();
    // In case the deletion began during the start.
    if (this.over.signal.aborted) void this.stopContainer(running, this.grace);
    const exitCode = await running.ended;
    if (exitCode !== 0 || !(this.over.signal.aborted || this.pod.spec.restartPolicy === 'Never'))
      this.parts.diary.ended.push(`${this.pod.metadata.name}: ${exitCode}`);
    prober.stop();
    const terminated = {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt,
      finishedAt: atSecond(new Date()),
    };
    await this.change({ state: { terminated } });
    return exitCode;
  }

  /** Aborted when the pod is deleted, or the node goes. */
  private get signal(): AbortSignal {
    return AbortSignal.any([this.over.signal, this.parts.gone]);
  }

  /** In seconds, with the time of preStop. */
  private get grace(): number {
    return this.pod.metadata.deletionGracePeriodSeconds ?? this.pod.spec.terminationGracePeriodSeconds;
  }

  /** preStop, SIGTERM, and SIGKILL after the grace period. */
  private async stopContainer(running: ContainerProcess, graceSeconds: number): Promise<void> {
    const timer = setTimeout(() => {
      this.parts.diary.killed.push(this.pod.metadata.name);
      void running.kill();
    }, graceSeconds * 1_000);
    const { lifecycle } = this.pod.spec.containers[0] ?? {};
    await Promise.race([sleep((lifecycle?.preStop?.sleep?.seconds ?? 0) * 1_000), running.ended]);
    running.terminate();
    await running.ended;
    clearTimeout(timer);
  }

  private async end(): Promise<void> {
    this.over.abort();
    this.prober?.end();
    const { container } = this;
    if (container !== undefined) await this.stopContainer(container, this.grace);
    await this.running;
    await this.refreshing;
    if (this.network !== undefined) {
      const peak = await removeCgroup(this.network.namespace);
      if (peak !== undefined) this.parts.diary.memory.set(this.pod.metadata.name, peak);
      await this.parts.networks.remove(this.network).catch(() => undefined);
    }
    await rm(join(this.parts.directory, this.pod.metadata.name), { recursive: true, force: true });
    const code = this.seen.state.terminated?.exitCode;
    await this.change({ phase: code === 0 ? 'Succeeded' : 'Failed' });
    await this.reporter.forget(this.pod);
  }

  private async keepFresh(volumes: Volumes): Promise<void> {
    const { signal } = this;
    while (!signal.aborted) {
      await sleep(REFRESH * 1_000, undefined, { signal }).catch(() => undefined);
      // A Secret that is gone leaves the files as they are.
      if (!signal.aborted) await volumes.refresh().catch(() => undefined);
    }
  }

  private change(to: Partial<Observed>): Promise<void> {
    Object.assign(this.seen, to);
    return this.report();
  }

  private report(): Promise<void> {
    return this.reporter.report(this.pod, this.seen);
  }
}
