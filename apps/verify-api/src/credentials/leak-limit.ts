import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import { clientAddress } from '../http/client-address.js';
import type { GatewayRequest } from '../http/exchange.js';

/** Reports for an address in the window, in milliseconds. */
const MOST_REPORTS = 60;
const WINDOW = 3_600_000;
/** Addresses that are remembered at the most; then the one that began first is forgotten. */
const MOST_ADDRESSES = 10_000;

/** How often each address has reported within the last hour, in this process. */
export class LeakLimit {
  private readonly reports = new Map<string, number[]>();

  /** Counts one report, unless there were too many.
   *  @returns seconds until the next one is let in; 0 where this one was. */
  take(address: string, now: number): number {
    const key = networkOf(address);
    const recent = (this.reports.get(key) ?? []).filter((at) => at > now - WINDOW);
    const [oldest = now] = recent;
    if (recent.length >= MOST_REPORTS) return Math.max(1, Math.ceil((oldest + WINDOW - now) / 1_000));
    const [first] = this.reports.keys();
    if (first !== undefined && this.reports.size >= MOST_ADDRESSES && !this.reports.has(key)) {
      this.reports.delete(first);
    }
    this.reports.set(key, [...recent, now]);
    return 0;
  }
}

/** What is counted as one: an IPv4 address, or the /64 that an IPv6 address is in, which has one owner. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Lets reports in before their body is looked at, at most 60 an hour for an address. */
@Injectable()
export class LeakLimitGuard implements CanActivate {
  private readonly limit = new LeakLimit();

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const wait = this.limit.take(clientAddress(http.getRequest<GatewayRequest>()), Date.now());
    if (wait === 0) return true;
    void http.getResponse<FastifyReply>().header('retry-after', String(wait));
    throw new ServiceError('rate.limited');
  }
}
