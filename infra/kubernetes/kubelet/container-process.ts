import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolPath } from '../../tools/tools.ts';
import { runProgram, type Outcome } from '../../run-program.ts';
import type { PodNetwork } from '../cluster/network.ts';
import type { Container, Pod } from '../cluster/kinds.ts';
import type { Image } from './image.ts';
import type { Mount } from './volumes.ts';

const MEMORY_CGROUPS = '/sys/fs/cgroup/memory';
const DEFAULT_USER = 1000;

export interface ContainerPlace {
  readonly image: Image;
  readonly network: PodNetwork;
  readonly mounts: readonly Mount[];
  /** Of the pod. */
  readonly directory: string;
}

/** The one container of a pod, as a process in namespaces of its own. */
export class ContainerProcess {
  readonly startedAt = new Date();
  /** Resolves with the exit code; 128 and the signal's number where a signal ended it. */
  readonly ended: Promise<number>;
  private readonly child: ChildProcess;
  private readonly env: NodeJS.ProcessEnv;
  private readonly user: number;

  private constructor(child: ChildProcess, env: NodeJS.ProcessEnv, user: number) {
    this.child = child;
    this.env = env;
    this.user = user;
    this.ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 137);
  }

  /** Starts the command of the pod, with its environment and no other. */
  static async start(pod: Pod, container: Container, place: ContainerPlace): Promise<ContainerProcess> {
    const { image, network, directory } = place;
    const env = environmentOf(pod, container, image);
    const hosts = join(directory, 'hosts');
    await writeFile(hosts, `127.0.0.1 localhost\n${network.address} ${pod.metadata.name}\n`);
    for (const { Target } of place.mounts) await mkdir(join(image.root, Target), { recursive: true });
    const { runAsUser = DEFAULT_USER, runAsGroup = DEFAULT_USER, fsGroup } = pod.spec.securityContext;
    const cgroup = await makeCgroup(network.namespace, container.resources.limits?.['memory']);
    const file = join(directory, 'container.json');
    const spec = {
      Root: image.root,
      Hostname: pod.metadata.name,
      Mounts: [{ Source: hosts, Target: '/etc/hosts', ReadOnly: true, Options: '' }, ...place.mounts],
      Uid: runAsUser,
      Gid: runAsGroup,
      Groups: fsGroup === undefined ? [] : [fsGroup],
      Cwd: image.workingDirectory,
      Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      Command: [...(container.command ?? []), ...(container.args ?? [])],
      Cgroups: cgroup === undefined ? [] : [cgroup],
    };
    await writeFile(file, JSON.stringify(spec), { mode: 0o600 });
    const log = openSync(`${directory}.log`, 'a');
    const words = [`--net=/run/netns/${network.namespace}`, toolPath('container'), file];
    const child = spawn('nsenter', words, { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    return new ContainerProcess(child, env, runAsUser);
  }

  /** Sends SIGTERM, as the kubelet does first. */
  terminate(): void {
    this.child.kill('SIGTERM');
  }

  /** Ends it like kill -9 of the command, from outside. */
  async kill(): Promise<void> {
    const pid = await this.commandPid();
    process.kill(pid ?? this.child.pid ?? 0, 'SIGKILL');
  }

  /** The lines of /proc/<pid>/status of the command. */
  async status(): Promise<string> {
    return readFile(`/proc/${await this.commandPid()}/status`, 'utf8');
  }

  /** Runs a command in the container, as `kubectl exec` does. */
  async execute(...command: string[]): Promise<Outcome> {
    const pid = String(await this.commandPid());
    const into = ['--mount', '--pid', '--net', '--ipc', '--uts', '--root', '--wd'];
    const as = [`--setuid=${this.user}`, `--setgid=${this.user}`];
    return runProgram('/usr/bin/nsenter', ['--target', pid, ...into, ...as, ...command], { env: this.env });
  }

  /** The command is the only child of the process that made the container. */
  private async commandPid(): Promise<number | undefined> {
    const { pid } = this.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const [first = ''] = children.trim().split(' ');
    return first === '' ? undefined : Number(first);
  }
}

/** Removes the memory cgroup of a pod; returns its peak memory in bytes. */
export async function removeCgroup(name: string): Promise<number | undefined> {
  const directory = join(MEMORY_CGROUPS, name);
  const peak = await readFile(join(directory, 'memory.max_usage_in_bytes'), 'utf8').catch(() => undefined);
  await rmdir(directory).catch(() => undefined);
  return peak === undefined ? undefined : Number(peak);
}

/** Undefined where this machine has no cgroups of the first version: the limit is not enforced then. */
async function makeCgroup(name: string, limit: string | undefined): Promise<string | undefined> {
  const bytes = limit === undefined ? undefined : bytesOf(limit);
  if (bytes === undefined) return undefined;
  const directory = join(MEMORY_CGROUPS, name);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'memory.limit_in_bytes'), String(bytes));
    return directory;
  } catch {
    return undefined;
  }
}

function bytesOf(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  if (number === undefined) throw new Error(`This kubelet does not know the quantity ${quantity}.`);
  return Number(number) * (unit === 'Gi' ? 1024 ** 3 : 1024 ** 2);
}

function environmentOf(pod: Pod, container: Container, image: Image): Record<string, string> {
  if (pod.spec.enableServiceLinks !== false) throw new Error('This kubelet makes no variables for Services.');
  const own = (container.env ?? []).map(({ name, value = '', valueFrom }) => {
    if (valueFrom !== undefined) throw new Error(`This kubelet takes no valueFrom, as ${name} has.`);
    return [name, value];
  });
  return {
    ...image.env,
    HOSTNAME: pod.metadata.name,
    ...(Object.fromEntries(own) as Record<string, string>),
  };
}
