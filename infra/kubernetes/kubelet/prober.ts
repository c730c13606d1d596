import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container, Probe } from '../cluster/kinds.ts';

/** Results of a container's probes. */
export interface Health {
  started: boolean;
  ready: boolean;
}

export interface ProberEvents {
  onChange(): void;
  /** Called when the startup or liveness probe has reached its failure threshold. */
  onUnhealthy(probe: 'startup' | 'liveness'): void;
}

/** Runs the probes of one container, each at its own interval, until it is stopped. */
export class Prober {
  readonly health: Health;
  private readonly container: Container;
  private readonly address: string;
  private readonly events: ProberEvents;
  private readonly over = new AbortController();

  constructor(container: Container, address: string, events: ProberEvents) {
    this.container = container;
    this.address = address;
    this.events = events;
    this.health = { started: container.startupProbe === undefined, ready: false };
  }

  start(): void {
    void this.run().catch((error: unknown) => {
      if (!this.over.signal.aborted) throw error;
    });
  }

  /** While a container ends, only its readiness probe still runs. */
  private ending = false;

  end(): void {
    this.ending = true;
  }

  stop(): void {
    this.over.abort();
  }

  private async run(): Promise<void> {
    const { startupProbe, livenessProbe, readinessProbe } = this.container;
    if (startupProbe !== undefined && !(await this.untilStarted(startupProbe))) return;
    this.change({ started: true, ready: readinessProbe === undefined });
    const loops = [
      ...(livenessProbe === undefined ? [] : [this.watchLiveness(livenessProbe)]),
      ...(readinessProbe === undefined ? [] : [this.watchReadiness(readinessProbe)]),
    ];
    await Promise.all(loops);
  }

  private async untilStarted(probe: Probe): Promise<boolean> {
    for await (const { passes, failures } of this.results(probe)) {
      if (passes > 0) return true;
      if (failures >= probe.failureThreshold) {
        this.events.onUnhealthy('startup');
        return false;
      }
    }
    return false;
  }

  private async watchLiveness(probe: Probe): Promise<void> {
    for await (const { failures } of this.results(probe)) {
      if (this.ending) return;
      if (failures >= probe.failureThreshold) return this.events.onUnhealthy('liveness');
    }
  }

  private async watchReadiness(probe: Probe): Promise<void> {
    for await (const { passes, failures } of this.results(probe)) {
      if (passes >= probe.successThreshold) this.change({ ready: true });
      if (failures >= probe.failureThreshold) this.change({ ready: false });
    }
  }

  private change(to: Partial<Health>): void {
    const before = { ...this.health };
    Object.assign(this.health, to);
    if (before.ready !== this.health.ready || before.started !== this.health.started) this.events.onChange();
  }

  /** After each probe, how many results in a row were good, or bad. */
  private async *results(probe: Probe): AsyncGenerator<{ passes: number; failures: number }> {
    const { signal } = this.over;
    let [passes, failures] = [0, 0];
    await sleep((probe.initialDelaySeconds ?? 0) * 1_000, undefined, { signal });
    for (;;) {
      const good = await this.ask(probe);
      signal.throwIfAborted();
      [passes, failures] = good ? [passes + 1, 0] : [0, failures + 1];
      yield { passes, failures };
      await sleep(probe.periodSeconds * 1_000, undefined, { signal });
    }
  }

  private ask({ httpGet, timeoutSeconds }: Probe): Promise<boolean> {
    if (httpGet === undefined) throw new Error('This kubelet knows no probes but httpGet.');
    const { address, container } = this;
    const port = container.ports?.find(({ name }) => name === httpGet.port)?.containerPort ?? httpGet.port;
    const url = `http://${address}:${port}${httpGet.path}`;
    return new Promise((resolve) => {
      const asking = get(url, { agent: false, signal: AbortSignal.timeout(timeoutSeconds * 1_000) });
      asking.on('response', (response) => {
        response.resume();
        const { statusCode = 0 } = response;
        resolve(statusCode >= 200 && statusCode < 400);
      });
      asking.on('error', () => resolve(false));
    });
  }
}
