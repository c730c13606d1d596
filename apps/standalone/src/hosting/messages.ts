import type { Environment } from '@service/contracts';
import type { EnvironmentDatabase } from '@service/platform/databases';
import type { Family } from '@service/platform/metrics';
import type { LeakReport } from '@service/verify-api/door';

/** Milliseconds between two signs of life of a process. */
export const LIFE_SIGN_PAUSE = 5_000;

/** What the process of an environment needs, beside the settings, which it reads itself. */
export interface StartOrder {
  type: 'start';
  environment: Environment;
  ownerUrl: string;
  appUrls: EnvironmentDatabase['appUrls'];
  /** URLs of all environments' databases, which no delivery may reach. */
  databaseUrls: readonly string[];
  /** File on which it listens for the front door. */
  socketPath: string;
}

/** Reports of leaked tokens of one environment, which reached another one. */
export interface LeakedTokens {
  type: 'leaked';
  environment: Environment;
  reports: readonly LeakReport[];
  requestId: string;
}

/** What the first process says to that of an environment. */
export type Order =
  StartOrder | { type: 'drain' } | { type: 'stop' } | { type: 'scrape'; id: number } | LeakedTokens;

/** What the process of an environment says. */
export type Report =
  | { type: 'ready' }
  | { type: 'alive' }
  /** It cannot start, with a sentence for the operator. */
  | { type: 'failed'; sentence: string }
  | { type: 'scraped'; id: number; families: readonly Family[] }
  | LeakedTokens;
