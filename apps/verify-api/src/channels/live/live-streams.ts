import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ServiceError, UnavailableError, invalidRequest } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import { Pool } from 'pg';
import type { Readable } from 'node:stream';
import { requireCapability } from '../../admission/authentication/authenticator.js';
import type { Caller } from '../../admission/authentication/caller.js';
import { LOGGER, REQUEST_DEADLINE } from '../../infrastructure/injection-tokens.js';
import { Cursors } from '../../interface/inputs/cursors.js';
import { GatewayViews } from '../../views/gateway-views.js';
import { EventsSource } from './events-source.js';
import { HistorySource } from './history-source.js';
import { follow } from './follow.operation.js';
import { LiveStream } from './live-stream.js';
import { CAPABILITY_OF, unknownChange, type Change, type Topic } from './live-topics.js';
import { LiveWatch, type Listener, type Places } from './live-watch.js';
import { LogSource } from './log-source.js';
import type { Actor } from '@service/history';
import { Amounts } from '@service/platform/batching';
import { withinTime } from '@service/platform/scheduling';

/** Most streams at a time: of a session, whose tabs share one; of a person; and of the process. */
const MOST_OF_SESSION = 4;
const MOST_OF_PERSON = 16;
const MOST = 1_000;

/** Counts the open streams of sessions and persons. */
export class StreamPlaces {
  private readonly taken = new Amounts<string>();
  private all = 0;

  /** @returns a function that frees the place; null where no place is left. */
  take({ type, id, session = '' }: Actor): (() => void) | null {
    const person = `${type} ${id}`;
    const keys = [person, `${person} ${session}`] as const;
    const [ofPerson, ofSession] = keys.map((key) => this.taken.of(key)) as [number, number];
    if (ofPerson >= MOST_OF_PERSON || ofSession >= MOST_OF_SESSION || this.all >= MOST) return null;
    this.add(keys, 1);
    let left = false;
    return () => {
      if (!left) this.add(keys, -1);
      left = true;
    };
  }

  private add(keys: readonly string[], change: 1 | -1): void {
    this.all += change;
    for (const key of keys) this.taken.add(key, change);
  }
}

const LIST = 'live.stream';

/** The ids of messages: the places in every source, encrypted because they would show how much others write. */
class LiveCursors {
  constructor(private readonly cursors: Pick<Cursors, 'of'>) {}

  seal(projectId: string, places: Places): string {
    return this.of(projectId).afterText(JSON.stringify(places));
  }

  /** Null for a cursor of another project or list, and for an invalid one. */
  open(projectId: string, cursor: string): Places | null {
    const text = this.of(projectId).textOf(cursor);
    return text === null ? null : (JSON.parse(text) as Places);
  }

  private of(projectId: string): ReturnType<Cursors['of']> {
    return this.cursors.of(LIST, projectId, { limit: 0 });
  }
}

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
  /** While a stream is open. */
  private timers: NodeJS.Timeout[] = [];
  private stopped = false;

  constructor(
    pool: Pool,
    views: GatewayViews,
    cursors: Cursors,
    @Inject(LOGGER) logger: Logger,
    /** Milliseconds. */
    @Inject(REQUEST_DEADLINE) private readonly limit: number,
  ) {
    const sources = [new HistorySource(pool), new EventsSource(pool), new LogSource(views.heads)];
    this.watch = new LiveWatch(sources, new OutageLog(logger, 'Looking for changes for open streams'));
    this.cursors = new LiveCursors(cursors);
  }

  onModuleInit(): void {
    this.watch.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stop();
    this.endTimers();
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
   *   topic that needs a project, `stream.too_many`, `service.unavailable` while the service stops, and where the changes cannot be
   *   looked at before the request's deadline.
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
      if (this.open.size === 0) this.endTimers();
      leave();
    });
    const opened = { stream, requireStillAdmitted: reader.requireStillAdmitted };
    this.open.add(opened);
    this.beginTimers();
    try {
      if (!(await withinTime(this.watch.join(listener), this.limit)))
        throw new UnavailableError({ cause: 'request_deadline_passed', operation: follow.name });
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

  private beginTimers(): void {
    if (this.timers.length > 0) return;
    this.timers = [
      setInterval(() => this.checkAll(), CHECK_EVERY).unref(),
      setInterval(() => this.beatAll(), BEAT_EVERY).unref(),
    ];
  }

  private endTimers(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
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
