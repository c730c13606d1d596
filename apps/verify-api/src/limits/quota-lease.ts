import { dayNumberOf } from '@service/platform/days';

/** A lease is at most this part of the quota, or this many operations where that is more: a batch's worth. */
const LEASED_PART = 0.01;
const LEASED_AT_LEAST = 100;

/** What a replica asks the table for. */
export interface QuotaRequest {
  readonly quota: number;
  /** Operations that were leased and are given back; below zero those that were made without a lease. */
  readonly returned: number;
  /** Most operations to lease. */
  readonly wanted: number;
  /** Whether operations were refused for want of a lease. */
  readonly lacking: boolean;
}

/** What it gets. */
export interface QuotaGrant {
  readonly leased: number;
  /** Operations that nobody has leased yet. */
  readonly free: number;
}

/** How a quota stands. */
export interface QuotaUse {
  readonly leased: number;
  /** Whether a replica had to refuse operations lately. */
  readonly lacking: boolean;
}

/**
 * A replica's part of a project's quota of one kind for the day. What it may do was counted before, so that all
 * replicas together never do more. Only until it has its first lease, for a round after the quota was set or
 * the day began, it lets some operations pass, and counts them then.
 */
export class QuotaLease {
  private unspent = 0;
  /** Operations made before the first lease of the day. */
  private ahead = 0;
  private returned = 0;
  private hasLease = false;
  private free: number;
  /** Whether operations were asked for since the last grant. */
  private asked = false;
  private lacking = false;
  private takenSinceLook = 0;
  private askedOn: number;

  constructor(
    readonly key: string,
    private quota: number,
    private day: number,
  ) {
    this.free = quota;
    this.askedOn = day;
  }

  /** Puts it under another quota; where that is less, all is given back first. */
  changeQuota(quota: number): void {
    if (quota === this.quota) return;
    this.free += quota - this.quota;
    if (quota < this.quota) this.giveBack(this.unspent);
    this.quota = quota;
    this.asked = true;
  }

  has(operations: number, now: number): boolean {
    this.turnTo(dayNumberOf(now));
    this.asked = true;
    this.askedOn = this.day;
    const has = this.hasLease
      ? this.unspent >= operations
      : this.ahead + operations <= Math.min(this.quota, this.most);
    if (!has) this.lacking = true;
    return has;
  }

  /** Takes operations that are there. */
  take(operations: number): void {
    this.takenSinceLook += operations;
    if (this.hasLease) this.unspent -= operations;
    else this.ahead += operations;
  }

  /** Operations of the day that are left, as far as it is known. */
  remaining(now: number): number {
    this.turnTo(dayNumberOf(now));
    return Math.max(0, this.unspent + Math.max(0, this.free - this.ahead));
  }

  /** What to ask the table for; null where nothing is wanted. What is given back can be spent no more. */
  request(now: number): QuotaRequest | null {
    this.turnTo(dayNumberOf(now));
    if (this.hasLease && !this.asked && this.returned === 0) return null;
    const wanted = this.asked || !this.hasLease ? Math.max(0, this.most - this.unspent) : 0;
    const request = {
      quota: this.quota,
      returned: this.returned - this.ahead,
      wanted,
      lacking: this.lacking,
    };
    this.returned = 0;
    this.asked = false;
    this.lacking = false;
    return request;
  }

  /** Takes what was granted, unless it was for another day. */
  grant({ returned }: QuotaRequest, { leased, free }: QuotaGrant, day: number): void {
    if (day !== this.day) return;
    // What was done ahead while the request was under way comes out of the lease.
    const reported = this.hasLease ? 0 : Math.max(0, -returned);
    this.unspent += leased - (this.ahead - reported);
    this.ahead = 0;
    this.hasLease = true;
    this.free = free;
  }

  /** Is told what all have leased. Where somebody lacks what lies idle here, it is given back. */
  look({ leased, lacking }: QuotaUse): void {
    this.free = this.quota - leased;
    if (lacking && this.free <= 0) this.giveBack(this.takenSinceLook === 0 ? this.unspent : this.unspent / 2);
    this.takenSinceLook = 0;
  }

  /** Gives everything back and asks for no more, at the end. */
  release(): void {
    this.giveBack(this.unspent);
    this.asked = false;
  }

  /** Whether it has a lease of that day. */
  holds(day: number): boolean {
    return this.hasLease && this.day === day;
  }

  /** Whether nobody has asked for anything since before that day. */
  idleSince(day: number): boolean {
    return this.askedOn < day;
  }

  private get most(): number {
    return Math.max(LEASED_AT_LEAST, Math.floor(this.quota * LEASED_PART));
  }

  private giveBack(operations: number): void {
    const whole = Math.max(0, Math.floor(operations));
    this.unspent -= whole;
    this.returned += whole;
    this.free += whole;
  }

  private turnTo(day: number): void {
    if (day === this.day) return;
    this.day = day;
    this.unspent = 0;
    this.ahead = 0;
    this.returned = 0;
    this.hasLease = false;
    this.free = this.quota;
  }
}
