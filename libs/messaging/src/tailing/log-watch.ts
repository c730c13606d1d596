import { compareClocks } from '@service/contracts';
import { SharedReads, lookAtLogs, type LogFollower, type LogLook } from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import { OWNER_APPS } from '@service/platform/databases';
import type { Logger } from '@service/platform/logging';
import { isPooled, withoutHanging } from '@service/platform/postgres';
import { OutageLog, Pause, inTime } from '@service/platform/scheduling';
import type { Pool, PoolClient } from 'pg';
import type { EventLogName } from '../events/event-feed.js';
import { APPENDS_CHANNEL, AppendNotifier, readNotification } from './append-notifier.js';

/** Milliseconds between two looks at all logs; where there can be none, between two polls of all followers. */
const [LOOK_EVERY, POLL_EVERY] = [1_000, 50];
/** Milliseconds that a look, or the request for notifications, may take before its connection is given up. */
const PATIENCE = 2_000;
/** Transactions by which one that was told is ahead of the last look at most. */
const FAR = 1_000_000n;

export interface LogWatchOptions {
  /** Whether the owners of all logs run in this process, so that there are no others to tell. */
  isWhole?: boolean;
  /** Milliseconds between two looks. */
  lookEvery?: number;
}

/**
 * Wakes the followers of logs in one process: at once when an owner has appended, in this process or in another one, which
 * tells it. A look at all logs finds what nobody told, and keeps the followers of those without news fresh. The connection
 * of looks and notifications shows when the server may have lost what followers had applied; all of them then read again.
 * Behind a pooler of transactions it shows nothing, and all followers poll.
 */
export class LogWatch {
  /** The reads of all followers, which the watch wakes in one turn of the event loop. */
  readonly reads: SharedReads;
  /** Hear of each append, with -1 where something may have been appended. */
  readonly listeners = new Set<(log: EventLogName, transaction: bigint) => void>();
  /** Hear of each checkpoint of the transparency log, and of each time that one is confirmed. */
  readonly headListeners = new Set<() => void>();
  private readonly followers = new Map<EventLogName, Set<LogFollower>>();
  /** Whoever started the watch and has not stopped it. A watch that was started again has a new set. */
  private holders = new Set<object>();
  private readonly notifier: AppendNotifier;
  private readonly rest = new Pause();
  private readonly outage: OutageLog;
  private readonly isWhole: boolean;
  private readonly lookEvery: number;
  /** Id of the next transaction, as the last look showed it. */
  private ahead = 0n;
  /** Milliseconds of the monotonic clock when the database's clock was asked for behind a pooler. */
  private comparedAt = -Infinity;
  private stopped = false;
  private client: PoolClient | null = null;
  private finished: Promise<void> = Promise.resolve();

  /** @param pool of an app that may read every log that is followed. */
  constructor(
    private readonly pool: Pool,
    logger: Logger,
    { isWhole = false, lookEvery = LOOK_EVERY }: LogWatchOptions = {},
  ) {
    this.reads = new SharedReads(withoutHanging(pool));
    this.outage = new OutageLog(logger, 'Looking at the event logs');
    this.notifier = new AppendNotifier(pool);
    this.isWhole = isWhole;
    this.lookEvery = lookEvery;
  }

  /** Whether appends of all owners are told at once, unless a notification is lost. */
  get isTold(): boolean {
    return this.isWhole || (this.client !== null && !isPooled(this.client));
  }

  add(log: EventLogName, follower: LogFollower): void {
    this.followers.set(log, (this.followers.get(log) ?? new Set()).add(follower));
    this.hold(follower);
  }

  /** Resolves once nothing of the watch runs, where the follower was the last one. */
  remove(log: EventLogName, follower: LogFollower): Promise<void> {
    this.followers.get(log)?.delete(follower);
    return this.release(follower);
  }

  /** Has the watch run until the holder is released. */
  hold(holder: object): void {
    if (this.stopped) return;
    if (this.holders.size > 0) {
      this.holders.add(holder);
      return;
    }
    const holders = (this.holders = new Set([holder]));
    this.finished = this.finished.then(() => this.run(holders));
  }

  async release(holder: object): Promise<void> {
    this.holders.delete(holder);
    if (this.holders.size > 0) return;
    this.rest.over();
    await this.finished;
  }

  /** Ends it, whoever holds it still: a start that failed leaves followers behind, and the pool ends only without its client. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.holders.clear();
    this.rest.over();
    await this.finished;
  }

  /** Called by the owner of a log after each commit. */
  appended(log: EventLogName, transaction: bigint): void {
    this.wake(log, transaction);
    if (!this.isWhole) this.notifier.appended(log, transaction);
  }

  private wake(log: EventLogName, transaction: bigint): void {
    for (const follower of this.followers.get(log) ?? []) follower.nudge(transaction);
    for (const listener of this.listeners) listener(log, transaction);
  }

  /** No transaction is far ahead: a follower would wait in vain for one that a forger names. */
  private hear(payload: string): void {
    const told = readNotification(payload);
    if (told !== null) this.wake(told.log, told.transaction < this.ahead + FAR ? told.transaction : -1n);
  }

  private get all(): LogFollower[] {
    return [...this.followers.values()].flatMap((followers) => [...followers]);
  }

  private async run(holders: ReadonlySet<object>): Promise<void> {
    while (holders.size > 0) {
      let isPolling = false;
      try {
        const client = (this.client ??= await this.connect());
        isPolling = isPooled(client);
        if (isPolling) await this.poll(client);
        else await this.look(client);
        this.outage.over();
      } catch (error) {
        this.broke();
        this.outage.seen(error);
      }
      if (holders.size > 0) await this.rest.of(isPolling ? POLL_EVERY : this.lookEvery);
    }
    // Not kept by the pool, since it listens.
    this.client?.release(true);
    this.client = null;
  }

  /** Behind a pooler, where a look shows nothing of followers. */
  private async poll(client: PoolClient): Promise<void> {
    for (const log of OWNER_APPS) this.wake(log, -1n);
    if (performance.now() - this.comparedAt < this.lookEvery) return;
    this.comparedAt = performance.now();
    compareWith(await inTime(lookAtLogs(client, []), PATIENCE, late));
  }

  private async look(client: PoolClient): Promise<void> {
    const logs = [...this.followers].flatMap(([log, followers]) => (followers.size > 0 ? [log] : []));
    const look = await inTime(lookAtLogs(client, logs.map(publishedSchema)), PATIENCE, late);
    this.ahead = look.ahead;
    compareWith(look);
    for (const follower of this.all) follower.looked(look);
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.once('end', () => {
      if (client === this.client) this.broke();
    });
    if (this.isWhole || isPooled(client)) return client;
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    try {
      await inTime(client.query(`LISTEN ${APPENDS_CHANNEL}`), PATIENCE, late);
    } catch (error) {
      client.release(true);
      throw error;
    }
    // Notifications that were sent meanwhile were lost.
    for (const log of OWNER_APPS) this.wake(log, -1n);
    return client;
  }

  private broke(): void {
    const { client } = this;
    this.client = null;
    client?.release(true);
    for (const follower of this.all) follower.readAgain();
  }
}

function compareWith({ moment }: LogLook): void {
  compareClocks(moment.readAt, performance.now() - moment.sentAt);
}

const late = () => new Error('The database did not answer in time.');
