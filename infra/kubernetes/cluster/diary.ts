import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endProcess } from '@service/platform/processes';
import { toolPath } from '../../tools/tools.ts';

const COLUMNS = [
  '{.metadata.name}',
  '{.status.containerStatuses[0].restartCount}',
  '{.status.containerStatuses[0].state.terminated.exitCode}',
  '{.status.containerStatuses[0].state.terminated.reason}',
];

/** How the pods of a namespace end, from a watch. */
export class Diary {
  /** By pod, how often its container started again. */
  private readonly restarted = new Map<string, number>();
  /** By pod, the exit code of its container; 137 where it did not end within its grace period. */
  readonly ends = new Map<string, number>();
  private readonly watch: ChildProcess;

  constructor(kubeconfig: string, namespace: string) {
    const output = `jsonpath=${COLUMNS.join(' ')}{"\\n"}`;
    const words = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'get', 'pods', '--watch'];
    this.watch = spawn(
      'setpriv',
      ['--pdeathsig', 'KILL', toolPath('kube'), 'kubectl', ...words, '--output', output],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    createInterface(this.watch.stdout as Readable).on('line', (line) => {
      const [pod = '', restarts = '', code = '', reason] = line.split(' ');
      this.restarted.set(pod, Number(restarts));
      // The kubelet gives 137 to a container that never began, too.
      if (code !== '' && reason !== 'ContainerStatusUnknown') this.ends.set(pod, Number(code));
    });
  }

  /** How often containers started again, in all. */
  get restarts(): number {
    return [...this.restarted.values()].reduce((sum, times) => sum + times, 0);
  }

  stop(): Promise<void> {
    return endProcess(this.watch, 'SIGTERM');
  }
}
