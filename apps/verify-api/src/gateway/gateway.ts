import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { agreedDate } from '@service/contracts';
import type { ReadinessCheck } from '@service/platform/admin';
import type { Metrics } from '@service/platform/metrics';
import { measurePool } from '@service/platform/postgres';
import type { Bootstrap } from '../bootstrap/bootstrap.js';
import { requirePeppers } from '../admission/authentication/peppers/dependent-credentials.js';
import { GatewayParts } from './gateway-parts.js';
import type { RequestHandler } from '../channels/http/request-handler.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { RequestMeasures } from '../infrastructure/request-measures.js';
import { InfrastructureModule, type VerifyApiOptions } from './infrastructure.module.js';
import { measureBounds } from '../channels/http/bounds/measure-bounds.js';
import { RequestsUnderWay } from '../channels/http/bounds/requests-under-way.js';
import { SlowedRefusals } from '../channels/http/bounds/slowed-refusals.js';
import { UnreadAnswers } from '../channels/http/bounds/unread-answers.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { VerifyApiModule } from './verify-api.module.js';
import { measureContradictions } from '../verify/log-contradictions.js';

/** One environment's gateway. It listens on no port: the HTTP server passes requests to `handle`. */
export interface Gateway {
  /** What Nest made; benches measure single parts. */
  application: INestApplicationContext;
  bootstrap: Bootstrap;
  handle: RequestHandler;
  /** Answers requests that wait for events and ends streams, so that none keeps the service from stopping. */
  drain(): void;
  /** Checks that must pass, after its start, before it is ready. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Checks whose failure is shown while it stays ready. */
  readonly warnings: Readonly<Record<string, ReadinessCheck>>;
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
  const { logger, limits, recorder, keys, restoredCopy, tracer } = options;
  const measures = new RequestMeasures();
  const failures = new FailureLog(logger, measures);
  const signer = new AnswerSigner(restoredCopy ? null : keys.newest('answer'));
  const underWay = new RequestsUnderWay(options.bounds.maxRequests);
  const unread = new UnreadAnswers(options.bounds.maxUnreadMegabytes * 1_000_000);
  const refusals = new SlowedRefusals();
  const parts = { limits, recorder, signer, failures, measures, underWay, refusals, unread, tracer };
  const application = await NestFactory.createApplicationContext(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), background),
    { logger: false, abortOnError: false },
  );
  const { server, views, lists, bootstrap, ...others } = application.get(GatewayParts);
  try {
    await views.start();
    requirePeppers(options.peppers, views.directory.allCredentials(), agreedDate());
    await Promise.all([server.start(), limits.start(views.directory)]);
  } catch (error) {
    await server.stop();
    await application.close();
    throw error;
  }
  return {
    application,
    bootstrap,
    handle: server.handle,
    drain: () => {
      others.watch.stop();
      others.streams.stop();
    },
    readiness: { log: () => views.heads.problem(), directory: () => views.directoryProblem() },
    warnings: { answer_key: () => others.answerKey.problem() },
    measure: (metrics) => {
      measures.measure(metrics);
      measureBounds(metrics, { underWay, unread });
      others.commands.measure(metrics);
      others.toolCalls.measure(metrics);
      views.directoryLag.measure(metrics);
      measurePool(metrics, 'lists', lists);
      measureContradictions(metrics, others.contradictions);
    },
    stop: () => server.stop().then(() => application.close()),
  };
}
