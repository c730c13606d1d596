import { NestFactory } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Metrics } from '@service/platform/metrics';
import { measurePool } from '@service/platform/postgres';
import { OutageLog } from '@service/platform/scheduling';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { RELEASE } from '@service/platform/release';
import { IssuerKeys } from './authentication/oauth/issuer-keys.js';
import { MCP_PATH, type OauthTerms } from './authentication/oauth/oauth-terms.js';
import { TokenVerifier } from './authentication/oauth/token-verifier.js';
import { requirePeppers } from './authentication/peppers/dependent-credentials.js';
import { SessionCallers } from './authentication/sessions/session-callers.js';
import { createConsole } from './console/create-console.js';
import { readConsoleFiles } from './console/files/console-files.js';
import { addConsoleFileRoutes } from './console/files/console-files.route.js';
import { OpenApiDocument } from './documentation/openapi-document.js';
import { EventWatch } from './events/event-watch.js';
import { Consistency } from './http/consistency/consistency.js';
import { answerError } from './http/answer-error.js';
import { BodyPipe } from './http/body.pipe.js';
import { dropForeignCookies } from './http/console-cookies.js';
import { FailureLog } from './infrastructure/failure-log.js';
import { LIST_POOL } from './infrastructure/injection-tokens.js';
import type { RequestHandler } from './http/request-handler.js';
import { GatewayAdapter } from './http/gateway-adapter.js';
import { addHttpHooks, serverOptions } from './http/http-hooks.js';
import { RequestMeasures } from './infrastructure/request-measures.js';
import { RouteTable, pathOf } from './http/route-table.js';
import { addMcpRoute } from './mcp/mcp.route.js';
import { resourceMetadataOf, toolCapabilities } from './mcp/protected-resource.js';
import { addResourceMetadataRoute } from './mcp/resource-metadata.route.js';
import { ToolCallMetrics } from './mcp/tool-call-metrics.js';
import { Admission } from './operations/admission.js';
import { Operations } from './operations/operations.js';
import { LiveStreams } from './live/live-streams.js';
import { addStreamRoute } from './live/stream.route.js';
import { AnswerSigner } from './signing/answer-signer.js';
import { GatewayViews } from './views/gateway-views.js';
import { RegistrationPace } from './records/registration-pace.js';
import { CommandSender } from './use-cases/command-sender.js';
import { InfrastructureModule, type VerifyApiOptions } from './infrastructure.module.js';
import { VerifyApiModule } from './verify-api.module.js';
import { LogContradictions, measureContradictions } from './verify/log-contradictions.js';
import { VERIFY_PATH } from './verify/verify-path.js';
import { verifyOperations } from './verify/verify.operations.js';
import { addVerifyRoute } from './verify/verify.route.js';
import { VerifyRecord } from './verify/verify-record.js';

/** One environment's gateway. It listens on no port: the HTTP server passes requests to `handle`. */
export interface Gateway {
  application: NestFastifyApplication;
  handle: RequestHandler;
  /** Answers those who wait for events and ends streams, so that no request keeps the service from stopping. */
  drain(): void;
  /** Adds what it measures to the metrics of the process. */
  measure(metrics: Metrics): void;
  stop(): Promise<void>;
}

/**
 * Creates an environment's gateway and waits until its views have caught up. Verify, the only hot route, has a
 * Fastify server beside Nest's, whose hooks would cost a tenth of the answer.
 * @param background modules without routes.
 * @throws StartError where live credentials depend on a missing pepper.
 */
export async function createGateway(
  options: VerifyApiOptions,
  background: readonly DynamicModule[] = [],
): Promise<Gateway> {
  const { environment, oauth, logger, limits, recorder, keys, restoredCopy, tracer } = options;
  const measures = new RequestMeasures();
  const failures = new FailureLog(logger, measures);
  const signer = new AnswerSigner(restoredCopy ? null : keys.newest('answer'));
  const parts = { limits, recorder, signer, failures, measures, tracer };
  const routes = new RouteTable();
  const application = await NestFactory.create<NestFastifyApplication>(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), background),
    new GatewayAdapter(routes, parts),
    { logger: false, bodyParser: false, abortOnError: false },
  );
  const hot = fastify(serverOptions(failures));
  addHttpHooks(hot, routes, parts);
  hot.setErrorHandler((error, request, reply) => answerError(request, reply, error, failures));
  const { directory } = application.get(GatewayViews);
  addVerifyRoute(hot, {
    admission: application.get(Admission),
    consistency: application.get(Consistency),
    verifyRecord: application.get(VerifyRecord),
    bodies: application.get(BodyPipe),
  });
  addMcpRoute(hot, {
    oauth: oauth === null ? null : entranceOf(oauth),
    admission: application.get(Admission),
    operations: application.get(Operations),
    signer: parts.signer,
    failures,
    toolCalls: application.get(ToolCallMetrics),
    version: RELEASE,
    origins: options.corsOrigins,
  });
  const people = createConsole(options.console, {
    ...parts,
    pool: options.pool,
    peppers: options.peppers,
    admission: application.get(Admission),
    people: application.get(SessionCallers),
    commands: application.get(CommandSender),
    views: application.get(GatewayViews),
    outage: new OutageLog(logger, 'Clearing what has expired of the Console'),
  });
  addStreamRoute(people.server, {
    admission: application.get(Admission),
    streams: application.get(LiveStreams),
  });
  application.get(OpenApiDocument).describe(application, [verifyOperations.verify]);
  const main = application.getHttpAdapter().getInstance();
  if (oauth !== null) addResourceMetadataRoute(main, oauth);
  const consoleFiles = readConsoleFiles(environment);
  if (consoleFiles !== null) addConsoleFileRoutes(main, environment, consoleFiles);
  else logger.warn('The Console is not built, so /console is not served: npm run build makes it.');
  try {
    await application.init();
    requirePeppers(options.peppers, directory.allCredentials(), new Date());
    await Promise.all([hot.ready(), main.ready(), people.start(), limits.start(directory)]);
  } catch (error) {
    await people.stop();
    await application.close();
    throw error;
  }
  const serve: RequestHandler = (request, response) => {
    const isHot = request.method === 'POST' && isServedBeside(request.url ?? '');
    const server = isHot ? hot : main;
    server.routing(request, response);
  };
  return {
    application,
    drain: () => {
      application.get(EventWatch).stop();
      application.get(LiveStreams).stop();
    },
    measure: (metrics) => {
      measures.measure(metrics, environment);
      application.get(CommandSender).measure(metrics, environment);
      application.get(RegistrationPace).measure(metrics, environment);
      application.get(ToolCallMetrics).measure(metrics, environment);
      application.get(GatewayViews).directoryLag.measure(metrics, environment);
      measurePool(metrics, environment, 'lists', application.get<Pool>(LIST_POOL));
      measureContradictions(metrics, environment, application.get(LogContradictions));
    },
    handle: (request, response) => {
      dropForeignCookies(request, environment);
      people.door.handle(request, response, serve);
    },
    stop: () => people.stop().then(() => application.close()),
  };
}

/** Whether the server beside Nest's has the route. */
function isServedBeside(url: string): boolean {
  if (url === VERIFY_PATH || url === MCP_PATH) return true;
  const path = pathOf(url);
  return path === VERIFY_PATH || path === MCP_PATH;
}

function entranceOf(oauth: OauthTerms) {
  const verifier = new TokenVerifier(oauth, toolCapabilities, new IssuerKeys(oauth.issuer));
  return { verifier, metadata: resourceMetadataOf(oauth) };
}
