import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ServiceError, UnavailableError, invalidRequest } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import { Pool } from 'pg';
import type { Readable } from 'node:stream';
import { requireCapability } from '../../admission/authentication/authenticator.js';
import type { Caller } from '../../admission/authentication/caller.js';
import { LOGGER } from '../../infrastructure/injection-tokens.js';
import { Cursors } from '../../interface/inputs/cursors.js';
import { GatewayViews } from '../../views/gateway-views.js';
import { EventsSource } from './events-source.js';
import { HistorySource } from './history-source.js';
import { LiveCursors } from './live-cursors.js';
import { LiveStream } from './live-stream.js';
import { CAPABILITY_OF, unknownChange, type Change, type Topic } from './live-topics.js';
import { LiveWatch, type Listener } from './live-watch.js';
import { LogSource } from './log-source.js';
import { StreamPlaces } from './stream-places.js';

/** Milliseconds between two checks of whether the readers may still read. */
const CHECK_EVERY = 100;
/** Milliseconds between two comments. */
const BEAT_EVERY = 15_000;

/** The caller who follows a stream of changes. */
export interface StreamReader extends Pick<Caller, 'projectId' | 'capabilities' | 'actor'> {
  /** @throws ServiceError where the reader may no longer read; it must not take long. */
  readonly requireStillAdmitted: () => void;
}

export interface StreamWish {
  topics: readonly Topic[];
  /** The id of the last message that the reader has got; undefined for a new stream. */
  cursor: string | undefined;
}

interface OpenStream {
  stream: LiveStream;
  requireStillAdmitted: () => void;
}

/** The streams of changes of this process. */
@Injectable()
export class LiveStreams implements OnModuleInit, OnModuleDestroy {
  private readonly watch: LiveWatch;
  private readonly cursors: LiveCursors;
  private readonly open = new Set<OpenStream>();
  private readonly places = new StreamPlaces();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopped = false;

  constructor(pool: Pool, views: GatewayViews, cursors: Cursors, @Inject(LOGGER) logger: Logger) {
    const sources = [new HistorySource(pool), new EventsSource(pool), new LogSource(views.heads)];
    this.watch = new LiveWatch(sources, new OutageLog(logger, 'Looking for changes for open streams'));
    this.cursors = new LiveCursors(cursors);
  }

  onModuleInit(): void {
    this.watch.start();
    this.timers.push(setInterval(() => this.checkAll(), CHECK_EVERY).unref());
    this.timers.push(setInterval(() => this.beatAll(), BEAT_EVERY).unref());
  }

  async onModuleDestroy(): Promise<void> {
    this.stop();
    for (const timer of this.timers) clearInterval(timer);
    await this.watch.stop();
  }

  /** Ends all streams and opens no more: otherwise a stopping service would wait for them. */
  stop(): void {
    this.stopped = true;
    for (const { stream } of this.open) stream.end('stopping');
  }

  /**
   * Opens a stream of changes, which begins where the cursor ends.
   * @throws ServiceError `authority.insufficient_scope` for a topic that the reader may not read, `request.invalid` for a
   *   topic that needs a project, `stream.too_many`, `service.unavailable` while the service stops.
   */
  async follow(reader: StreamReader, { topics, cursor }: StreamWish): Promise<Readable> {
    requireTopics(reader, topics);
    if (this.stopped) throw new UnavailableError({ cause: 'stopping' });
    const leave = this.places.take(reader.actor);
    if (leave === null) throw new ServiceError('stream.too_many');
    const projectId = reader.projectId ?? '';
    const early: Change[] = [];
    let tell = (changes: readonly Change[]): void => void early.push(...changes);
    const listener: Listener = {
      projectId,
      topics: new Set(topics),
      changed: (changes) => tell(changes),
    };
    const stream = new LiveStream(() => {
      this.watch.leave(listener);
      this.open.delete(opened);
      leave();
    });
    const opened = { stream, requireStillAdmitted: reader.requireStillAdmitted };
    this.open.add(opened);
    try {
      await this.watch.join(listener);
      if (cursor !== undefined) early.unshift(...(await this.missed(listener, cursor)));
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    const cursorNow = (): string => this.cursors.seal(projectId, this.watch.placesOf(listener));
    for (const change of early) stream.tell(change, null);
    // Missed changes are sent before the first cursor, which lies after them.
    stream.begin(topics, cursorNow());
    tell = (changes) => {
      for (const change of changes) stream.tell(change, cursorNow());
    };
    if (this.stopped) stream.end('stopping');
    return stream.body;
  }

  private async missed(listener: Listener, cursor: string): Promise<Change[]> {
    const places = this.cursors.open(listener.projectId, cursor);
    if (places === null) return [...listener.topics].map(unknownChange);
    const { changes, unknown } = await this.watch.since(listener, places);
    return [...changes, ...unknown.map(unknownChange)];
  }

  private checkAll(): void {
    for (const { stream, requireStillAdmitted } of this.open) {
      try {
        requireStillAdmitted();
      } catch {
        stream.end('refused');
      }
    }
  }

  private beatAll(): void {
    for (const { stream } of this.open) stream.beat();
  }
}

function requireTopics(reader: StreamReader, topics: readonly Topic[]): void {
  for (const topic of topics) {
    const capability = CAPABILITY_OF[topic];
    if (capability === null) continue;
    if (reader.projectId === null) throw invalidRequest('project', `is required for the topic ${topic}`);
    requireCapability(reader, capability);
  }
}
