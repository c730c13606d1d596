import { join } from 'node:path';
import { startHistory } from '@service/history';
import type { EventAuthentications, Leadership } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import type { Settings } from '@service/platform/settings';
import { KnownFindings, ScrubModule } from '@service/scrub';
import { oauthTermsOf } from './authentication/oauth/oauth-terms.js';
import { createGateway, type Gateway } from './gateway.js';
import { createLimits } from './limits/create-limits.js';
import type { VerifyApiOptions } from './infrastructure.module.js';
import { ToolCallMetrics } from './mcp/tool-call-metrics.js';
import { LogContradictions, measureContradictions } from './verify/log-contradictions.js';
import { scrubbedData } from './views/scrubbed-views.js';

export interface RunOptions extends Omit<
  VerifyApiOptions,
  'cell' | 'limits' | 'recorder' | 'policyFile' | 'findings' | 'corsOrigins' | 'oauth'
> {
  settings: Settings;
  metrics: Metrics;
  /** Recognise the owners' events. */
  authentications: EventAuthentications;
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
  const { settings, leadership, shared, metrics, authentications, ...parts } = options;
  const { pool, logger, environment } = parts;
  const policyFile =
    settings.trustPolicyFiles[environment] ?? join(settings.dataDirectory, environment, 'trust-policy');
  const retentionDays = settings.historyRetentionDays;
  const history = await startHistory({ pool, leadership, commands: parts.commands, retentionDays, logger });
  const limits = createLimits({ settings, shared, pool, logger });
  const findings = new KnownFindings();
  const scrub = ScrubModule.register({
    ...parts,
    ...scrubbedData,
    authentications,
    findings,
    loadPercent: settings.scrubLoadPercent,
    staleAfterHours: settings.scrubStaleAfterHours,
    leadership,
    metrics,
  });
  const settle = async () => {
    await limits.stop();
    await history.stop();
  };
  try {
    const { recorder } = history;
    const { cell, corsOrigins } = settings;
    const oauth = oauthTermsOf(settings, environment);
    const own = { cell, corsOrigins, oauth, policyFile, limits, recorder, findings };
    const gateway = await createGateway({ ...parts, ...own }, [scrub]);
    measureContradictions(metrics, environment, gateway.application.get(LogContradictions));
    gateway.application.get(ToolCallMetrics).measure(metrics, environment);
    return { gateway, stop: () => gateway.application.close().then(settle) };
  } catch (error) {
    await settle();
    throw error;
  }
}
