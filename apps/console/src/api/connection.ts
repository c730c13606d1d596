import { pauseBefore } from './backoff.js';

/** Whether calls reach the service. */
export type ConnectionState =
  | { kind: 'up' }
  /** The service refused a call a moment ago, because it could not answer it. */
  | { kind: 'partly' }
  /** It is a restored copy, which shows what it has and does nothing else. */
  | { kind: 'copy' }
  /** The browser has no network. */
  | { kind: 'offline' }
  /** A call had no answer. The next probe is at a time of the browser's clock. */
  | { kind: 'down'; nextTry: number };

/** Milliseconds between two tries of a query that the service could not answer. */
export const RETRY_EVERY = 10_000;
/** Milliseconds after the last refusal until the service counts as up: longer than queries take to try again. */
const PARTLY_FOR = RETRY_EVERY + 5_000;

/** Follows whether the service can be reached. Nothing but one probe is sent while it cannot. */
export class Connection {
  private current: ConnectionState = { kind: 'up' };
  private readonly listeners = new Set<() => void>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param probe sends a call, and reports its outcome by `answered` or `lost`, as every call does. */
  constructor(private readonly probe: () => Promise<unknown>) {}

  get state(): ConnectionState {
    return this.current;
  }

  /** Whether calls may be sent. */
  get isUp(): boolean {
    return this.current.kind !== 'offline' && this.current.kind !== 'down';
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The browser has found or lost its network. */
  setNetwork(isThere: boolean): void {
    this.become({ kind: isThere ? 'up' : 'offline' });
  }

  /** A call was answered. @param refusal what a 503 says of the service; null for any other answer. */
  answered(refusal: 'partly' | 'copy' | null): void {
    // An answer that was under way when the network went says nothing of it.
    if (this.current.kind === 'offline' || this.current.kind === 'copy') return;
    if (refusal === 'copy') this.become({ kind: 'copy' });
    else if (refusal === 'partly') this.become({ kind: 'partly' }, PARTLY_FOR);
    else if (this.current.kind === 'down') this.become({ kind: 'up' });
  }

  /** A call was not answered. */
  lost(): void {
    if (this.isUp) this.tryLater();
  }

  /** Sends the probe at once. */
  readonly tryNow = async (): Promise<void> => {
    await this.probe().catch(() => undefined);
    if (this.current.kind === 'down') this.tryLater();
  };

  /** Resolves when calls may be sent, or a signal is aborted. */
  whenUp(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        if (!this.isUp && signal?.aborted !== true) return;
        unsubscribe();
        signal?.removeEventListener('abort', settle);
        resolve();
      };
      const unsubscribe = this.subscribe(settle);
      signal?.addEventListener('abort', settle);
      settle();
    });
  }

  /** Waits while the service is away. @returns whether it was: what has failed meanwhile is worth another try. */
  async returned(signal: AbortSignal): Promise<boolean> {
    const wasUp = this.isUp;
    await this.tryNow();
    if (wasUp && this.isUp) return false;
    await this.whenUp(signal);
    return !signal.aborted;
  }

  private tryLater(): void {
    const pause = pauseBefore(this.failures, Math.random());
    this.failures += 1;
    this.become({ kind: 'down', nextTry: Date.now() + pause }, pause);
  }

  /** @param milliseconds for which the state holds; without it, until something happens. */
  private become(state: ConnectionState, milliseconds?: number): void {
    clearTimeout(this.timer);
    if (state.kind !== 'down') this.failures = 0;
    if (milliseconds !== undefined) {
      const next = () => (state.kind === 'down' ? void this.tryNow() : this.become({ kind: 'up' }));
      this.timer = setTimeout(next, milliseconds);
    }
    this.current = state;
    this.listeners.forEach((each) => each());
  }
}
