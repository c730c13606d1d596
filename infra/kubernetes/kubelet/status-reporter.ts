import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Method } from '../cluster/api.ts';
import type { Condition, Pod } from '../cluster/kinds.ts';
import type { NodeParts } from './pod-worker.ts';
import { podStatus, type Observed } from './status.ts';

/** Attempts to send a request to the API, and milliseconds between them. */
const ATTEMPTS = 20;
const PAUSE = 500;

/** Reports the state of one pod to the API. */
export class StatusReporter {
  /** Of the pod, in the API. */
  readonly path: string;
  private readonly parts: NodeParts;
  private conditions: readonly Condition[] = [];
  private reporting: Promise<void> = Promise.resolve();

  constructor({ metadata }: Pod, parts: NodeParts) {
    this.parts = parts;
    this.path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
  }

  /** One report after the other, so that the API ends with the newest. */
  report(pod: Pod, seen: Observed): Promise<void> {
    this.reporting = this.reportAfter(this.reporting, pod, seen);
    return this.reporting;
  }

  /** Lets the API forget the pod. */
  async forget({ metadata }: Pod): Promise<void> {
    const preconditions = { uid: metadata.uid };
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions };
    await this.tell('DELETE', this.path, options);
  }

  private async reportAfter(former: Promise<void>, pod: Pod, seen: Observed): Promise<void> {
    await former;
    const status = podStatus(pod, this.parts.networks.host, seen, this.conditions);
    this.conditions = status.conditions ?? [];
    await this.tell('PATCH', `${this.path}/status`, { status });
  }

  /** A pod that no longer exists is no failure; a busy API server gets a retry. */
  private async tell(method: Method, path: string, body: object): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.parts.api.ask(method, path, body);
        return;
      } catch (error) {
        if (error instanceof ApiError && [404, 409].includes(error.status)) return;
        if (this.parts.gone.aborted) return;
        if (attempt === ATTEMPTS) throw error;
        await sleep(PAUSE);
      }
    }
  }
}
