import { startHistory } from '@service/history';
import type { Leadership } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import type { Settings } from '@service/platform/settings';
import { ScrubModule } from '@service/scrub';
import { createGateway, type Gateway } from './gateway.js';
import { createLimits } from './limits/create-limits.js';
import type { VerifyApiOptions } from './infrastructure.module.js';
import { scrubbedViews } from './views/scrubbed-views.js';

export interface RunOptions extends Omit<VerifyApiOptions, 'limits' | 'recorder'> {
  settings: Settings;
  metrics: Metrics;
  /** Elects the gateway that counts usage, seals the history, drops its old days, and scrubs. */
  leadership: Leadership;
  /** Whether other gateways of the environment may run beside this one. */
  shared: boolean;
}

/** A gateway with its history and limits. */
export interface RunningGateway {
  gateway: Gateway;
  /** Drains the gateway, then settles limits and history. */
  stop(): Promise<void>;
}

/** Runs an environment's gateway with the parts of a driver.
 *  @throws StartError where live credentials depend on a missing pepper; then everything is stopped. */
export async function runGateway(options: RunOptions): Promise<RunningGateway> {
  const { settings, leadership, shared, metrics, ...parts } = options;
  const { pool, logger } = parts;
  const retentionDays = settings.historyRetentionDays;
  const history = await startHistory({ pool, leadership, commands: parts.commands, retentionDays, logger });
  const limits = createLimits({ settings, shared, pool, logger });
  const scrub = ScrubModule.register({
    ...parts,
    views: scrubbedViews,
    loadPercent: settings.scrubLoadPercent,
    leadership,
    metrics,
  });
  const settle = async () => {
    await limits.stop();
    await history.stop();
  };
  try {
    const gateway = await createGateway({ ...parts, limits, recorder: history.recorder }, [scrub]);
    return { gateway, stop: () => gateway.application.close().then(settle) };
  } catch (error) {
    await settle();
    throw error;
  }
}
