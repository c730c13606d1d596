import type { SharedConsumer } from './event-feed.js';

/** A consumer with some methods of another one in place of its own. */
export function withMethods(
  consumer: SharedConsumer,
  methods: Partial<Pick<SharedConsumer, 'apply' | 'effect' | 'applied'>>,
): SharedConsumer {
  const { name, schema, repeatable, announced, rebuild } = consumer;
  // Method by method: a spread would lose the methods of a class.
  return {
    name,
    schema,
    repeatable,
    prepare: async () => (await consumer.prepare?.()) ?? true,
    concerns: (event) => consumer.concerns?.(event) ?? true,
    apply: (client, events) => consumer.apply(client, events),
    effect: async (events) => (await consumer.effect?.(events)) ?? null,
    applied: (events) => consumer.applied?.(events),
    moved: () => consumer.moved?.(),
    ...(announced === undefined ? {} : { announced: announced.bind(consumer) }),
    ...(rebuild === undefined ? {} : { rebuild: rebuild.bind(consumer) }),
    ...methods,
  };
}
