import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RecordedEvent } from '@service/event-store';
import type { EventFeed, EventLogName, Following } from '@service/messaging';
import type { RecordReader } from '../verify/record-reader.js';
import { Directory } from './directory.js';
import { directoryView } from './directory.view.js';
import { recordsView } from './records.view.js';
import { ViewProgress } from './view-progress.js';
import type { View } from '@service/event-store';

/** Milliseconds that a write waits for the view to show it, before it answers anyway. */
const WRITE_WAIT = 1_000;

/** Keeps the gateway's views: records and directory in tables, the directory in memory as well. */
@Injectable()
export class GatewayViews implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly directory = new Directory();
  /** The in-memory directory's feed. */
  readonly directoryFeed: Following;
  private readonly followings: Following[];
  private readonly tables = new ViewProgress();
  private readonly memory = new ViewProgress();

  constructor(feed: EventFeed, records: RecordReader) {
    this.directoryFeed = feed.fold('credential_authority', (event) => {
      this.directory.take(event);
      this.memory.reached(event.stream_id, event.version);
    });
    this.followings = [
      this.directoryFeed,
      this.followView(feed, directoryView, () => undefined),
      this.followView(
        feed,
        recordsView,
        (events) => {
          for (const event of events) records.changed(event.stream_id, event.version);
        },
        () => records.clear(),
      ),
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.start()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.stop()));
  }

  /** Runs a write of `id` and resolves once this gateway's views show it, or after a second anyway. */
  showing<Result extends { version: number }>(
    id: string,
    write: () => Promise<Result>,
    inMemory: boolean,
  ): Promise<Result> {
    const inTables = () => this.tables.showing(id, write, WRITE_WAIT);
    return inMemory ? this.memory.showing(id, inTables, WRITE_WAIT) : inTables();
  }

  private followView(
    feed: EventFeed,
    view: View,
    applied: (events: RecordedEvent[]) => void,
    moved: () => void = () => undefined,
  ): Following {
    return feed.follow(view.log as EventLogName, {
      name: view.name,
      schema: view.schema,
      repeatable: true,
      apply: (client, events) => view.apply(client, view.schema, events),
      applied: (events) => {
        applied(events);
        for (const event of events) this.tables.reached(event.stream_id, event.version);
      },
      moved,
    });
  }
}
