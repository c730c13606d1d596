import { join } from 'node:path';
import { startHistory } from '@service/history';
import type { EventAuthentications, Leadership } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import type { Settings } from '@service/platform/settings';
import { KnownFindings, ScrubModule } from '@service/scrub';
import { explainErrorsAt } from '../admission/error-body.js';
import { oauthTermsOf } from '../admission/authentication/oauth/oauth-terms.js';
import { consoleTermsOf } from '../channels/console/console-terms.js';
import { createGateway, type Gateway } from './gateway.js';
import { createLimits } from '../admission/limits/create-limits.js';
import type { DriverParts } from './infrastructure.module.js';
import { scrubbedData } from '../views/scrubbed-views.js';

export interface RunOptions extends DriverParts {
  settings: Settings;
  metrics: Metrics;
  /** Tell the owners' events from forged ones. */
  authentications: EventAuthentications;
  /** Elects the gateway that counts usage, seals and sends the history, drops its old days, and scrubs. */
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
 *  @throws StartError where live credentials depend on a missing pepper, and where the settings of the Console’s OIDC
 *    provider are incomplete; then everything is stopped. */
export async function runGateway(options: RunOptions): Promise<RunningGateway> {
  const { settings, leadership, shared, metrics, authentications, ...parts } = options;
  const { pool, logger, environment } = parts;
  explainErrorsAt(settings.publicUrl);
  const consoleTerms = consoleTermsOf(settings);
  const policyFile = settings.trustPolicyFile ?? join(settings.dataDirectory, environment, 'trust-policy');
  const { historyRetentionDays: retentionDays, historyStreamUrl: url } = settings;
  const receiver = url === undefined ? null : { url, headers: settings.historyStreamHeaders ?? {} };
  const history = await startHistory({ ...parts, leadership, retentionDays, receiver, metrics });
  const limits = createLimits({ settings, shared, pool, logger });
  const findings = new KnownFindings();
  const scrub = ScrubModule.register({
    ...parts,
    ...scrubbedData,
    authentications,
    findings,
    loadPercent: settings.scrubLoadPercent,
    historyStaleAfterHours: settings.scrubHistoryStaleAfterHours,
    leadership,
    metrics,
  });
  const settle = async () => {
    await limits.stop();
    await history.stop();
  };
  try {
    const { cell, corsOrigins, restoredCopy } = settings;
    const own = {
      cell,
      restoredCopy,
      requestDeadline: settings.requestDeadlineSeconds * 1_000,
      corsOrigins,
      oauth: oauthTermsOf(settings),
      console: consoleTerms,
      policyFile,
      witnesses: settings.logWitnesses.map(({ vkey }) => vkey),
      limits,
      bounds: settings,
      recorder: history.recorder,
      findings,
    };
    const gateway = await createGateway({ ...parts, ...own }, [scrub]);
    gateway.measure(metrics);
    return { gateway, stop: () => gateway.stop().then(settle) };
  } catch (error) {
    await settle();
    throw error;
  }
}
