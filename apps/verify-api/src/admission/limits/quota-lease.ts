import { dayNumberOf } from '@service/platform/days';

/** A lease is at most this part of the quota, or this number of operations if it is larger: one batch. */
const LEASED_PART = 0.01;
const LEASED_AT_LEAST = 100;

/** A replica's request to the table. */
export interface QuotaRequest {
  readonly quota: number;
  /** Leased operations that are returned; negative for operations made without a lease. */
  readonly returned: number;
  /** Largest number of operations to lease. */
  readonly wanted: number;
  /** Whether the replica refused operations because it had no lease. */
  readonly lacking: boolean;
}

/** The table's answer to a request. */
export interface QuotaGrant {
  readonly leased: number;
  /** Operations that no replica has leased yet. */
  readonly free: number;
}

/** State of a quota in the table. */
export interface QuotaUse {
  readonly leased: number;
  /** Whether a replica recently refused operations because it had no lease. */
  readonly lacking: boolean;
}

/**
 * A replica's part of a project's daily quota for one kind of operation. Operations are counted when they are
 * leased, before they are made, so that all replicas together never exceed the quota. The exception: for one round
 * after the quota was set or the day began, until the first lease, a replica lets some operations pass and counts
 * them afterwards.
 */
export class QuotaLease {
  private unspent = 0;
  /** Operations that were made before the day's first lease. */
  private ahead = 0;
  private returned = 0;
  private hasLease = false;
  private free: number;
  /** Whether callers asked for operations since the last request to the table. */
  private asked = false;
  private lacking = false;
  private takenSinceObserved = 0;
  private askedOn: number;

  constructor(
    readonly key: string,
    private quota: number,
    private day: number,
  ) {
    this.free = quota;
    this.askedOn = day;
  }

  /** Operations of a whole day. */
  get daily(): number {
    return this.quota;
  }

  /** Changes the quota. For a smaller one, the whole lease is returned first. */
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

  /** Takes operations; call `has` first. */
  take(operations: number): void {
    this.takenSinceObserved += operations;
    if (this.hasLease) this.unspent -= operations;
    else this.ahead += operations;
  }

  /** Operations left for the day, as far as known. */
  remaining(now: number): number {
    this.turnTo(dayNumberOf(now));
    return Math.max(0, this.unspent + Math.max(0, this.free - this.ahead));
  }

  /** The next request to the table; null if there is none. Returned operations cannot be spent any more. */
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

  /** Takes a grant, unless it is for another day. */
  grant({ returned }: QuotaRequest, { leased, free }: QuotaGrant, day: number): void {
    if (day !== this.day) return;
    // Operations that were made while the request was under way are taken from the lease.
    const reported = this.hasLease ? 0 : Math.max(0, -returned);
    this.unspent += leased - (this.ahead - reported);
    this.ahead = 0;
    this.hasLease = true;
    this.free = free;
  }

  /** Takes the state of the quota. If another replica lacks operations, idle ones are returned. */
  observe({ leased, lacking }: QuotaUse): void {
    this.free = this.quota - leased;
    if (lacking && this.free <= 0)
      this.giveBack(this.takenSinceObserved === 0 ? this.unspent : this.unspent / 2);
    this.takenSinceObserved = 0;
  }

  /** Returns the whole lease and requests no more. */
  release(): void {
    this.giveBack(this.unspent);
    this.asked = false;
  }

  /** Whether it has a lease for a day. */
  holds(day: number): boolean {
    return this.hasLease && this.day === day;
  }

  /** Whether the last request for operations was before a day. */
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
