import type { Environment } from '@service/contracts';
import type { Databases } from '@service/platform/databases';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import type { Settings } from '@service/platform/settings';
import type { RequestHandler } from '@service/verify-api/door';

/** What environments are hosted with. */
export interface HostingOptions {
  settings: Settings;
  databases: Databases;
  logger: Logger;
  /** Metrics of this process. */
  metrics: Metrics;
}

/** The environments of a service, all of which answer requests. */
export interface HostedEnvironments {
  handlers: ReadonlyMap<Environment, RequestHandler>;
  /** Null where a request can be answered; else a sentence. */
  problem(): string | null;
  /** The metrics of all processes. */
  collect: Metrics['collect'];
  /** Answers those who wait for events, in all processes, so that no request keeps the service from stopping. */
  drain(): void;
  stop(): Promise<void>;
}
