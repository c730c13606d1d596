import type { Condition, ContainerState, ContainerStatus, Pod, PodStatus } from '../cluster/kinds.ts';
import type { Health } from './prober.ts';

/** What the kubelet knows of a pod. */
export interface Observed {
  phase: PodStatus['phase'];
  state: ContainerState;
  lastState: ContainerState;
  restartCount: number;
  health: Health;
  /** Undefined until the pod has a network. */
  address: string | undefined;
  startTime: Date;
}

/** The status of a pod for the API. A condition that has not changed keeps its time of transition. */
export function podStatus(pod: Pod, host: string, seen: Observed, former: readonly Condition[]): PodStatus {
  const { phase, address, health, state } = seen;
  const running = state.running !== undefined;
  const ready = running && health.started && health.ready;
  const reason = phase === 'Succeeded' ? 'PodCompleted' : ready ? undefined : 'ContainersNotReady';
  const conditions = [
    condition(
      'PodReadyToStartContainers',
      address !== undefined && phase !== 'Succeeded' && phase !== 'Failed',
    ),
    condition('Initialized', true, phase === 'Succeeded' ? 'PodCompleted' : undefined),
    condition('ContainersReady', ready, reason),
    condition('Ready', ready, reason),
    condition('PodScheduled', true),
  ].map((each) => former.find((old) => old.type === each.type && old.status === each.status) ?? each);
  return {
    phase,
    conditions,
    hostIP: host,
    startTime: atSecond(seen.startTime),
    ...(address !== undefined && { podIP: address, podIPs: [{ ip: address }] }),
    containerStatuses: pod.spec.containers.map(({ name, image }): ContainerStatus => {
      const { restartCount, lastState } = seen;
      const containerID = `process://${pod.metadata.uid}/${restartCount}`;
      const started = running && health.started;
      return { name, image, imageID: image, containerID, ready, started, restartCount, state, lastState };
    }),
  };
}

/** In the form of the API, which has no milliseconds. */
export function atSecond(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

function condition(type: string, holds: boolean, reason?: string): Condition {
  const lastTransitionTime = atSecond(new Date());
  return {
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime,
    ...(reason !== undefined && { reason }),
  };
}
