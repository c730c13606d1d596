import { pauseBefore } from '../api/backoff.js';
import { left } from '../api/leave.js';
import { environment } from '../api/place.js';
import { connection } from '../api/send.js';
import type { Change, LiveState, TabMessage, Topic } from './live-messages.js';
import { readStream } from './read-stream.js';
import type { StreamMessage } from './sse-parser.js';

export interface LiveSubject {
  sessionId: string;
  projectId: string | null;
  topics: readonly Topic[];
}

/**
 * The changes of a project, for all tabs of a browser by one stream: browsers open six connections to a host, and a stream
 * for each tab would hang the seventh. A lock elects the tab that has the stream; it tells the others.
 */
export class LiveClient {
  private readonly name: string;
  private readonly changeListeners = new Set<(change: Change) => void>();
  private readonly stateListeners = new Set<() => void>();
  private current: LiveState = { kind: 'off' };
  private cursor = '';
  private isLeading = false;
  private channel: BroadcastChannel | null = null;
  private stopping: AbortController | null = null;

  constructor(private readonly subject: LiveSubject) {
    // Another session may see more, or less, and has a stream of its own.
    this.name = `console-live-${environment}-${subject.sessionId}-${subject.projectId ?? ''}`;
  }

  get state(): LiveState {
    return this.current;
  }

  /** Subscribes to changes; the stream runs while there are listeners. @returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void {
    this.changeListeners.add(listener);
    if (this.changeListeners.size === 1) this.start();
    return () => {
      if (this.changeListeners.delete(listener) && this.changeListeners.size === 0) this.stop();
    };
  }

  readonly onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  };

  private start(): void {
    this.become({ kind: 'connecting' });
    this.channel = new BroadcastChannel(this.name);
    this.channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.hear(data));
    document.addEventListener('visibilitychange', this.seek);
    this.seek();
  }

  /** Wants the stream while the tab is seen: a session has few. A hidden tab hears the others, or continues at its cursor later. */
  private readonly seek = (): void => {
    this.stopping?.abort();
    if (document.hidden) return;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.say({ type: 'asked' });
    const lead = () => this.lead(stopping.signal);
    // Web Locks need a secure context, which a Console over plain HTTP lacks.
    const { locks } = navigator as { locks?: LockManager };
    const leading =
      locks === undefined ? lead() : locks.request(this.name, { signal: stopping.signal }, lead);
    leading.catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
  };

  private stop(): void {
    document.removeEventListener('visibilitychange', this.seek);
    this.stopping?.abort();
    this.channel?.close();
    this.channel = null;
    this.become({ kind: 'off' });
  }

  /** Holds the stream until it is stopped; another tab then continues at the last cursor. */
  private async lead(signal: AbortSignal): Promise<void> {
    this.isLeading = true;
    let failures = 0;
    for (;;) {
      await connection.whenUp(signal);
      if (signal.aborted) break;
      this.become({ kind: 'connecting' });
      const { projectId, topics } = this.subject;
      const end = await readStream({ projectId, topics, cursor: this.cursor, signal }, (message) => {
        failures = 0;
        this.take(message);
      }).catch(() => {
        // The probe tells whether the service is gone, or only the stream was.
        if (!signal.aborted && !left.aborted) connection.lost();
        return 'closed' as const;
      });
      if (signal.aborted) break;
      if (end === 'refused') {
        this.become({ kind: 'refused' });
        // The probe tells whether the session has ended.
        void connection.tryNow();
        break;
      }
      const pause = pauseBefore(failures, Math.random());
      failures += 1;
      this.become({ kind: 'waiting' });
      await passed(pause, signal);
    }
    this.isLeading = false;
  }

  private take({ event, data, id }: StreamMessage): void {
    if (id !== '') this.cursor = id;
    if (event === 'ready') {
      this.become({ kind: 'live' });
      this.say({ type: 'cursor', cursor: this.cursor });
    }
    if (event !== 'change') return;
    const change = JSON.parse(data) as Change;
    this.say({ type: 'change', change, cursor: this.cursor });
    this.tell(change);
  }

  private hear(message: TabMessage): void {
    if (message.type === 'asked') {
      if (this.isLeading) this.say({ type: 'state', state: this.current });
    } else if (message.type === 'state') this.change(message.state);
    else {
      this.cursor = message.cursor;
      if (message.type === 'change') this.tell(message.change);
    }
  }

  private become(state: LiveState): void {
    if (this.isLeading) this.say({ type: 'state', state });
    this.change(state);
  }

  private change(state: LiveState): void {
    this.current = state;
    this.stateListeners.forEach((each) => each());
  }

  private tell(change: Change): void {
    this.changeListeners.forEach((each) => each(change));
  }

  private say(message: TabMessage): void {
    this.channel?.postMessage(message);
  }
}

function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
