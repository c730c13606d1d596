import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EventLog, rebuildView, type View } from '@service/event-store';
import type { EventFeed, EventLogName, Following, SharedConsumer } from '@service/messaging';
import type { Pool } from 'pg';
import type { RecordReader } from '../verify/record-reader.js';
import { Directory } from './directory.js';
import { directoryView } from './directory.view.js';
import { Freshness } from './freshness.js';
import { recordsView } from './records.view.js';
import { ShownVersions } from './shown-versions.js';

/** Milliseconds that the start waits for what was committed before it. */
const START_WAIT = 10_000;

/** Keeps the gateway's views: records and directory in tables, the directory in memory as well. */
@Injectable()
export class GatewayViews implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly directory = new Directory();
  /** The in-memory directory's feed. */
  readonly directoryFeed: Following;
  readonly shown: ShownVersions;
  readonly freshness: Readonly<Record<'directory' | 'directoryTables' | 'records', Freshness>>;
  private readonly followings: Following[];

  constructor(
    feed: EventFeed,
    records: RecordReader,
    private readonly pool: Pool,
  ) {
    this.shown = new ShownVersions(records, this.directory, pool);
    this.directoryFeed = this.foldDirectory(feed);
    const directoryTables = this.followView(feed, directoryView, {});
    const recordTables = this.followView(feed, recordsView, {
      announced: (id, version) => records.announced(id, version),
      moved: () => records.clear(),
    });
    this.freshness = {
      directory: new Freshness(this.directoryFeed),
      directoryTables: new Freshness(directoryTables),
      records: new Freshness(recordTables),
    };
    this.followings = [this.directoryFeed, directoryTables, recordTables];
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.start()));
    await Promise.all(this.followings.map((following) => following.catchUp(START_WAIT)));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.stop()));
  }

  private foldDirectory(feed: EventFeed): Following {
    return feed.fold('credential_authority', {
      take: (event) => {
        this.directory.take(event);
        this.shown.memory.reached(event.stream_id, event.version);
      },
      reset: () => {
        this.freshness.directory.reset();
        this.directory.clear();
        this.shown.memory.forget();
      },
    });
  }

  private followView(
    feed: EventFeed,
    view: View,
    { announced, moved }: Pick<SharedConsumer, 'announced' | 'moved'>,
  ): Following {
    return feed.follow(view.log as EventLogName, {
      name: view.name,
      schema: view.schema,
      repeatable: true,
      apply: (client, events) => view.apply(client, view.schema, events),
      applied: (events) => {
        for (const event of events) this.shown.tables.reached(event.stream_id, event.version);
      },
      moved: () => {
        this.shown.tables.forget();
        moved?.();
      },
      rebuild: (epoch) => rebuildView(this.pool, new EventLog(this.pool, view.log), view, { epoch }),
      ...(announced === undefined ? {} : { announced }),
    });
  }
}
