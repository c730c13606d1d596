import { Upcaster, type EventAuthentication, type RecordedEvent } from '@service/event-store';
import type { Fold, SharedConsumer } from '../../events/event-feed.js';
import { withMethods } from '../../events/with-methods.js';

/** A fold that gets no content of forged events. */
export function checkedFold(fold: Fold, authentication: EventAuthentication | undefined): Fold {
  if (authentication === undefined) return fold;
  return {
    take: (event) => fold.take(checked(event, authentication)),
    reset: () => fold.reset(),
  };
}

/** A consumer that gets no content of forged events. */
export function checkedConsumer(
  consumer: SharedConsumer,
  authentication: EventAuthentication | undefined,
): SharedConsumer {
  if (authentication === undefined) return consumer;
  return withMethods(consumer, {
    apply: (client, events) =>
      consumer.apply(
        client,
        events.map((event) => checked(event, authentication)),
      ),
  });
}

const upcaster = new Upcaster();

/** The code covers an event as it was written, so it is checked before the event is converted. */
function checked(event: RecordedEvent, authentication: EventAuthentication): RecordedEvent {
  return upcaster.upcast(authentication.checked(event));
}
