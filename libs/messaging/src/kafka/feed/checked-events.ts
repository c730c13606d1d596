import { Upcaster, type EventAuthentication, type RecordedEvent } from '@service/event-store';
import type { Fold, SharedConsumer } from '../../events/event-feed.js';

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
  const { name, schema, repeatable, announced, rebuild } = consumer;
  // Method by method: a spread would lose the methods of a class.
  return {
    name,
    schema,
    repeatable,
    prepare: async () => (await consumer.prepare?.()) ?? true,
    apply: (client, events) =>
      consumer.apply(
        client,
        events.map((event) => checked(event, authentication)),
      ),
    applied: (events) => consumer.applied?.(events),
    moved: () => consumer.moved?.(),
    ...(announced === undefined ? {} : { announced: announced.bind(consumer) }),
    ...(rebuild === undefined ? {} : { rebuild: rebuild.bind(consumer) }),
  };
}

const upcaster = new Upcaster();

/** The code covers an event as it was written, so it is checked before the event is converted. */
function checked(event: RecordedEvent, authentication: EventAuthentication): RecordedEvent {
  return upcaster.upcast(authentication.checked(event));
}
