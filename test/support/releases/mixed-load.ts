import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer } from '../client.js';
import { grant, register } from '../fixtures.js';
import type { ReleaseProcesses } from './release-processes.js';

/** Writes at each of some gateways and verifies each record at all of them, until it is stopped. */
export class MixedLoad {
  /** Ids of the records that a gateway answered for. */
  readonly registered: string[] = [];
  /** What did not go well, with the names of the gateways. */
  readonly failures: string[] = [];
  /** How often a record of one gateway was verified by another, as `old>new`. */
  private readonly verified = new Map<string, number>();
  /** The gateways, each with its requests until it is removed. */
  private readonly gateways = new Map<ReleaseProcesses, Promise<void>>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly tokens: { admin: string; verify: string }) {}

  /** Lets a gateway have requests from now on. */
  add(gateway: ReleaseProcesses): void {
    this.gateways.set(gateway, Promise.resolve());
    this.gateways.set(gateway, this.use(gateway));
  }

  /** Takes a gateway out, as a load balancer does; resolves when it has answered all requests. */
  async remove(gateway: ReleaseProcesses): Promise<void> {
    const last = this.gateways.get(gateway);
    this.gateways.delete(gateway);
    await last;
    await Promise.all(this.underWay);
  }

  /** Waits until each gateway has verified so many more records of each. */
  async more(count = 5): Promise<void> {
    const names = [...this.gateways.keys()].map(({ name }) => name);
    const ways = names.flatMap((one) => names.map((other) => `${one}>${other}`));
    const wanted = ways.map((way) => [way, this.times(way) + count] as const);
    const missing = () => wanted.filter(([way, times]) => this.times(way) < times);
    // A failure ends the wait; it does not go away.
    await eventually(() => expect(this.failures.length > 0 ? [] : missing()).toEqual([]), {
      timeout: 60_000,
    });
    expect(this.failures).toEqual([]);
  }

  async stop(): Promise<void> {
    for (const gateway of this.gateways.keys()) await this.remove(gateway);
  }

  private times(way: string): number {
    return this.verified.get(way) ?? 0;
  }

  private async use(gateway: ReleaseProcesses): Promise<void> {
    const admin = gateway.as(this.tokens.admin);
    let authority: string | undefined;
    for (let number = 0; this.gateways.has(gateway); number += 1) {
      try {
        authority ??= await grant(admin);
        const id = await register(admin, authority, { content: `${gateway.name} ${number}` });
        this.registered.push(id);
        for (const other of this.gateways.keys()) await this.verify(gateway, other, id);
      } catch (error) {
        this.failures.push(`${gateway.name}: ${(error as Error).message}`);
      }
    }
  }

  private async verify(from: ReleaseProcesses, at: ReleaseProcesses, id: string): Promise<void> {
    const way = `${from.name}>${at.name}`;
    const judged = this.judge(way, at, id);
    this.underWay.add(judged);
    await judged;
    this.underWay.delete(judged);
  }

  private async judge(way: string, at: ReleaseProcesses, id: string): Promise<void> {
    try {
      const answer = await at.as(this.tokens.verify).post('/v1/records/verify', { record_id: id });
      if (isGood(answer)) this.verified.set(way, this.times(way) + 1);
      else this.failures.push(`${way}: ${answer.status} ${answer.text}`);
    } catch (error) {
      this.failures.push(`${way}: ${(error as Error).message}`);
    }
  }
}

function isGood({ status, body }: Answer): boolean {
  return status === 200 && body['evidence'].provenance.verified === true;
}
