import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Metrics } from '@service/platform/metrics';
import { measurePool } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { requirePeppers } from '../admission/authentication/peppers/dependent-credentials.js';
import { EventWatch } from '../events/event-watch.js';
import { GatewayServer } from './gateway-server.js';
import type { RequestHandler } from '../channels/http/request-handler.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { LIST_POOL } from '../infrastructure/injection-tokens.js';
import { RequestMeasures } from '../infrastructure/request-measures.js';
import { InfrastructureModule, type VerifyApiOptions } from './infrastructure.module.js';
import { LiveStreams } from '../channels/live/live-streams.js';
import { ToolCallMetrics } from '../channels/mcp/tool-call-metrics.js';
import { RegistrationPace } from '../records/registration-pace.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { CommandSender } from '../owners/command-sender.js';
import { VerifyApiModule } from './verify-api.module.js';
import { LogContradictions, measureContradictions } from '../verify/log-contradictions.js';
import { GatewayViews } from '../views/gateway-views.js';

/** One environment's gateway. It listens on no port: the HTTP server passes requests to `handle`. */
export interface Gateway {
  application: INestApplicationContext;
  handle: RequestHandler;
  /** Answers those who wait for events and ends streams, so that no request keeps the service from stopping. */
  drain(): void;
  /** Adds what it measures to the metrics of the process. */
  measure(metrics: Metrics): void;
  stop(): Promise<void>;
}

/**
 * Creates an environment's gateway and waits until its views have caught up.
 * @param background modules without routes.
 * @throws StartError where live credentials depend on a missing pepper.
 */
export async function createGateway(
  options: VerifyApiOptions,
  background: readonly DynamicModule[] = [],
): Promise<Gateway> {
  const { environment, logger, limits, recorder, keys, restoredCopy, tracer } = options;
  const measures = new RequestMeasures();
  const failures = new FailureLog(logger, measures);
  const signer = new AnswerSigner(restoredCopy ? null : keys.newest('answer'));
  const parts = { limits, recorder, signer, failures, measures, tracer };
  const application = await NestFactory.createApplicationContext(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), background),
    { logger: false, abortOnError: false },
  );
  const server = application.get(GatewayServer);
  const views = application.get(GatewayViews);
  try {
    await views.start();
    requirePeppers(options.peppers, views.directory.allCredentials(), new Date());
    await Promise.all([server.start(), limits.start(views.directory)]);
  } catch (error) {
    await server.stop();
    await application.close();
    throw error;
  }
  return {
    application,
    handle: (request, response) => server.handle(request, response),
    drain: () => {
      application.get(EventWatch).stop();
      application.get(LiveStreams).stop();
    },
    measure: (metrics) => {
      measures.measure(metrics, environment);
      application.get(CommandSender).measure(metrics, environment);
      application.get(RegistrationPace).measure(metrics, environment);
      application.get(ToolCallMetrics).measure(metrics, environment);
      views.directoryLag.measure(metrics, environment);
      measurePool(metrics, environment, 'lists', application.get<Pool>(LIST_POOL));
      measureContradictions(metrics, environment, application.get(LogContradictions));
    },
    stop: () => server.stop().then(() => application.close()),
  };
}
