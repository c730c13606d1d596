import { expect, it } from '@jest/globals';
import type { EventFeed } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { PublishEvents } from './publish-events.js';
import type { PublishingOptions } from './publish-log.js';

it.each([
  [
    'is what each log has read to its end',
    [
      [true, 0n],
      [true, 0n],
      [true, 0n],
    ],
    true,
  ],
  [
    'is what each log has passed, even while more comes than is published',
    [
      [false, 9n],
      [true, 0n],
      [false, 10n],
    ],
    true,
  ],
  [
    'is not what one log has not reached',
    [
      [true, 0n],
      [false, 8n],
      [false, 9n],
    ],
    false,
  ],
] as const)('published %s', async (_, logs, expected) => {
  const followings = logs.map(([isCaughtUp, horizon]) => ({
    catchUp: () => Promise.resolve(isCaughtUp),
    horizon: () => horizon,
  }));
  const feed = { follow: () => followings.shift() } as unknown as EventFeed;
  const events = new PublishEvents(feed, {} as PublishingOptions, createLogger('silent'));
  expect(await events.published(9n, 0)).toBe(expected);
});
