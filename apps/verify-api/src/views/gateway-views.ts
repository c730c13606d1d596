import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { rebuildView, type View } from '@service/event-store';
import {
  EventFeed,
  type EventLogName,
  type Following,
  type SharedConsumer,
  type TableFollowing,
} from '@service/messaging';
import type { Logger } from '@service/platform/logging';
import { Pool } from 'pg';
import { BACKGROUND_POOL, LOGGER } from '../infrastructure/injection-tokens.js';
import { LogPlaces } from './log-places.js';
import { ChainSuccessors } from './chain-successors.js';
import { Directory } from './directory.js';
import { DirectoryLag } from './directory-lag.js';
import { directoryView } from './directory.view.js';
import { Freshness } from './freshness.js';
import { JustWritten } from './just-written.js';
import { linksView } from './links.view.js';
import { LogHeads } from './log-heads.js';
import { OwnWrites } from './own-writes.js';
import { recordsView } from './records.view.js';
import { ShownVersions } from './shown-versions.js';
import { subscriptionsView } from './subscriptions.view.js';
import { RecordReader } from './records/record-reader.js';

/**
 * Milliseconds between two polls of the tables while a request waits, where no other process applies events: what this
 * process applies is reported at once, so polling finds rebuilds only.
 */
const POLL_ALONE = 100;

/**
 * Milliseconds between two reads of the log's newest checkpoint: where another process makes it, whose events come over Kafka
 * (answers can hold as of it only once heartbeats cover it), and where this process makes it and says so.
 */
const [READ_HEAD_EVERY, READ_OWN_HEAD_EVERY] = [250, 2_000];

/** Milliseconds that the start waits until the views have caught up. */
const START_WAIT = 10_000;

/** Updates the gateway's views: records, directory, links and subscriptions in tables, the directory also in memory. */
@Injectable()
export class GatewayViews implements OnApplicationShutdown {
  readonly directory = new Directory((conflict) =>
    this.logger.error(conflict, 'A credential was given another one’s key id: it is refused.'),
  );
  /** How soon the in-memory directory shows a change. */
  readonly directoryLag = new DirectoryLag();
  /** The in-memory directory's feed. */
  readonly directoryFeed: Following;
  readonly chainSuccessors: ChainSuccessors;
  readonly logPlaces: LogPlaces;
  /** The log positions that answers hold as of. */
  readonly heads: LogHeads;
  readonly shown: ShownVersions;
  readonly ownWrites: OwnWrites;
  readonly justWritten: JustWritten;
  readonly freshness: Readonly<
    Record<'directory' | 'directoryTables' | 'links' | 'records' | 'subscriptions', Freshness>
  >;
  private readonly followings: Following[];
  /** By the monotonic clock. */
  private readonly startedAt = performance.now();
  private isCurrent = false;

  constructor(
    private readonly feed: EventFeed,
    records: RecordReader,
    pool: Pool,
    @Inject(BACKGROUND_POOL) private readonly background: Pool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.chainSuccessors = new ChainSuccessors(pool);
    this.logPlaces = new LogPlaces(pool);
    const pollEvery = feed.appliesAlone ? POLL_ALONE : undefined;
    this.shown = new ShownVersions(records, this.directory, pool, undefined, pollEvery);
    this.ownWrites = new OwnWrites(this.shown);
    this.justWritten = new JustWritten(pool, this.shown);
    this.directoryFeed = this.foldDirectory(feed);
    const directoryTables = this.followView(feed, directoryView, {});
    const linkTables = this.followView(feed, linksView, {});
    const recordTables = this.followView(feed, recordsView, {
      announced: (id, version, transaction) => records.announced(id, version, transaction),
      moved: () => records.clear(),
    });
    const subscriptionTables = this.followView(feed, subscriptionsView, {});
    this.freshness = {
      directory: new Freshness(this.directoryFeed, 'directory in memory'),
      directoryTables: new Freshness(directoryTables, directoryView.name),
      links: new Freshness(linkTables, linksView.name),
      records: new Freshness(recordTables, recordsView.name),
      subscriptions: new Freshness(subscriptionTables, subscriptionsView.name),
    };
    this.followings = [this.directoryFeed, directoryTables, linkTables, recordTables, subscriptionTables];
    this.heads = new LogHeads(
      pool,
      () => lower(recordTables.horizon(), this.directoryFeed.horizon()),
      logger,
      feed.onHead === undefined ? READ_HEAD_EVERY : READ_OWN_HEAD_EVERY,
    );
    feed.onHead?.(() => this.heads.read());
    records.readsFrom({
      tables: recordTables,
      log: this.heads,
      justWritten: this.justWritten,
      ownWrites: this.ownWrites,
      keyOf: (keyId) => this.directory.key(keyId)?.snapshot,
    });
  }

  /** Catches up. @throws Error where that takes longer than `START_WAIT`. */
  async start(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.start()));
    this.heads.start();
    await Promise.all(this.followings.map((following) => following.catchUp(START_WAIT)));
    await this.heads.ready(START_WAIT);
  }

  /** A message while the directory in memory may lack changes from before this process's start; then null. */
  directoryProblem(): string | null {
    this.isCurrent ||= performance.now() - this.directoryFeed.age() >= this.startedAt;
    return this.isCurrent
      ? null
      : 'The credentials, projects and authorities in memory are older than the start of this process.';
  }

  async onApplicationShutdown(): Promise<void> {
    await this.heads.stop();
    await Promise.all(this.followings.map((following) => following.stop()));
  }

  private foldDirectory(feed: EventFeed): Following {
    return feed.fold('credential_authority', {
      take: (event) => {
        this.directory.take(event);
        this.directoryLag.taken(event);
        this.shown.memory.reached(event.stream_id, event.version);
      },
      reset: () => {
        this.freshness.directory.reset();
        this.directoryLag.reset();
        this.directory.clear();
        this.shown.memory.forget();
      },
    });
  }

  private followView(
    feed: EventFeed,
    view: View,
    { announced, moved }: Pick<SharedConsumer, 'announced' | 'moved'>,
  ): TableFollowing {
    return feed.follow(view.log as EventLogName, {
      name: view.name,
      schema: view.schema,
      repeatable: true,
      apply: (client, events) => view.apply(client, view.schema, events),
      effect: (events) => Promise.resolve(view.effect?.(view.schema, events) ?? null),
      applied: (events) => {
        for (const { stream_id, version } of events) {
          if (view.shows?.(stream_id) ?? true) this.shown.tables.reached(stream_id, version);
        }
      },
      moved: () => {
        this.shown.tables.forget();
        moved?.();
      },
      rebuild: (epoch) =>
        rebuildView(this.background, this.feed.open(view.log as EventLogName), view, { epoch }),
      ...(announced === undefined ? {} : { announced }),
    });
  }
}

function lower(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
