import type { FactoryProvider } from '@nestjs/common';
import type { KeyRing } from '@service/evidence';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import type { EventAuthentications } from '../events/event-authentications.js';
import type { EventFeed } from '../events/event-feed.js';
import type { TailingEventFeed } from '../tailing/tailing-event-feed.js';
import type { Leadership } from './leadership.js';

/** The resources of an app that owns a log. */
export interface OwnerParts {
  pool: Pool;
  feed: EventFeed;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  tracer: Tracer | null;
  metrics: Metrics;
  authentications: EventAuthentications;
  keys: KeyRing;
  /** Reads the file of the keys again. */
  readKeys: () => Promise<KeyRing>;
  /** `<LOG_ORIGIN>/<environment>`, as at the first start. */
  logOrigin: string;
}

type Class<Instance> = abstract new (...args: never[]) => Instance;
type Instances<Classes extends readonly Class<unknown>[]> = {
  [Index in keyof Classes]: Classes[Index] extends Class<infer Instance> ? Instance : never;
};

/**
 * A part that Nest starts after those that it is made of, and stops before them. Given as values, all would start and
 * stop at once.
 */
export function madeOf<Part, Classes extends readonly Class<unknown>[]>(
  provide: Class<Part>,
  inject: readonly [...Classes],
  useFactory: (...parts: Instances<Classes>) => Part | Promise<Part>,
): FactoryProvider<Part> {
  return { provide, inject: [...inject], useFactory };
}
