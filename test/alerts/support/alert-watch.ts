import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import type { TestService } from '../../support/service.js';
import { firingAlerts, type Scrapes } from './firing-alerts.ts';

/** Alerts wait for a minute before they say that something is old, and promtool takes its time. */
export const PATIENCE = { timeout: 150_000, interval: 1_000 };

/** The metrics of a service in one process. */
export async function scrapeOf({ adminUrl }: Pick<TestService, 'adminUrl'>): Promise<Scrapes> {
  return new Map([['a', await (await fetch(`${adminUrl}/metrics`)).text()]]);
}

/** Compares the metrics of a service with those of its last healthy state. */
export class AlertWatch {
  /** Metrics of the last healthy state. */
  private healthy: Scrapes = new Map();

  /** @param leftOut beginnings of the names of alerts that a busy machine causes. */
  constructor(
    private readonly scrape: () => Promise<Scrapes>,
    private readonly leftOut: readonly string[] = ['VerifyLatency'],
  ) {}

  async firing(): Promise<string[]> {
    return this.alertsSince(await this.scrape());
  }

  /** Waits until exactly these alerts fire. */
  async expectExactly(names: readonly string[]): Promise<void> {
    await eventually(async () => expect(await this.firing()).toEqual(names), PATIENCE);
  }

  /** Waits until these alerts fire, perhaps among others that have the same cause. */
  async expectAmong(names: readonly string[]): Promise<void> {
    await eventually(
      async () => expect(await this.firing()).toEqual(expect.arrayContaining([...names])),
      PATIENCE,
    );
  }

  /** Waits until no alert fires, and takes that state as healthy. */
  async expectHealthy(): Promise<void> {
    await eventually(async () => {
      const now = await this.scrape();
      expect(await this.alertsBetween(now, now)).toEqual([]);
      this.healthy = now;
    }, PATIENCE);
  }

  /** The alerts that fire where the metrics of a healthy state change to these. */
  async alertsSince(now: Scrapes): Promise<string[]> {
    return this.alertsBetween(this.healthy, now);
  }

  private async alertsBetween(before: Scrapes, now: Scrapes): Promise<string[]> {
    const firing = await firingAlerts(before, now);
    return firing.filter((name) => !this.leftOut.some((beginning) => name.startsWith(beginning)));
  }
}
