import { signDelivery, type SigningSecret } from '@service/events';
import { reasonOf } from '../errors.js';

/** An event as the service lists it. */
export interface ListedEvent {
  id: string;
  type: string;
}

/** Result of posting an event: the HTTP status, or the error that prevented one. */
export type Forwarded = { isDone: boolean; what: string };

/** Milliseconds for an answer, as in the service. */
const TIMEOUT = 15_000;

/** Posts events to an address, as the service delivers them. */
export class Forwarder {
  constructor(
    private readonly url: string,
    private readonly secret: SigningSecret,
    private readonly signal: AbortSignal,
  ) {}

  async forward(event: ListedEvent): Promise<Forwarded> {
    const body = JSON.stringify({ event });
    const signatures = await signDelivery({
      event_id: event.id,
      body,
      secrets: [this.secret],
      at: new Date(),
    });
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'rvs-listen', ...signatures },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      await response.body?.cancel();
      return { isDone: response.ok, what: String(response.status) };
    } catch (error) {
      this.signal.throwIfAborted();
      return { isDone: false, what: reasonOf((error as Error).cause ?? error) };
    }
  }
}
