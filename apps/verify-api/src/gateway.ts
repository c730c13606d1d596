import { NestFactory } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { requirePeppers } from './authentication/peppers/dependent-credentials.js';
import { LeakedCredentials } from './credentials/leaks/leaked-credentials.js';
import { OpenApiDocument } from './documentation/openapi-document.js';
import { Consistency } from './http/consistency/consistency.js';
import { answerError } from './http/answer-error.js';
import { BodyPipe } from './http/body.pipe.js';
import { FailureLog } from './http/failure-log.js';
import type { RequestHandler } from './http/front-door.js';
import { GatewayAdapter } from './http/gateway-adapter.js';
import { addHttpHooks, serverOptions } from './http/http-hooks.js';
import { RouteTable, pathOf } from './http/route-table.js';
import { Admission } from './operations/admission.js';
import { AnswerSigner } from './signing/answer-signer.js';
import { GatewayViews } from './views/gateway-views.js';
import { InfrastructureModule, type VerifyApiOptions } from './infrastructure.module.js';
import { VerifyApiModule } from './verify-api.module.js';
import { VERIFY_PATH } from './verify/verify-path.js';
import { addVerifyRoute, verifyRoute } from './verify/verify.route.js';
import { VerifyRecord } from './verify/verify-record.js';

/** One environment's gateway, which listens on nothing itself. */
export interface Gateway {
  application: NestFastifyApplication;
  /** Takes what the front door hands on. */
  handle: RequestHandler;
  /** Takes reports of leaked tokens for the environment. */
  leaked: LeakedCredentials;
}

/**
 * Makes an environment's gateway and waits until its views have caught up. Verify, the one hot route, has a
 * Fastify server to itself beside Nest's, whose hooks would cost a tenth of the answer.
 * @param background what runs beside the routes.
 * @throws StartError where live credentials depend on a pepper that is not held.
 */
export async function createGateway(
  options: VerifyApiOptions,
  background: readonly DynamicModule[] = [],
): Promise<Gateway> {
  const { logger, limits, recorder, keys } = options;
  const failures = new FailureLog(logger);
  const parts = { limits, recorder, signer: new AnswerSigner(keys.newest('answer')), failures };
  const routes = new RouteTable();
  const application = await NestFactory.create<NestFastifyApplication>(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), background),
    new GatewayAdapter(routes, parts),
    { logger: false, bodyParser: false, abortOnError: false },
  );
  const hot = fastify(serverOptions(failures));
  addHttpHooks(hot, routes, parts);
  hot.setErrorHandler((error, request, reply) => answerError(request, reply, error, failures));
  addVerifyRoute(hot, {
    admission: application.get(Admission),
    consistency: application.get(Consistency),
    verifyRecord: application.get(VerifyRecord),
    bodies: application.get(BodyPipe),
  });
  application.get(OpenApiDocument).describe(application, [verifyRoute]);
  await application.init();
  const { directory } = application.get(GatewayViews);
  const main = application.getHttpAdapter().getInstance();
  try {
    requirePeppers(options.peppers, directory.allCredentials(), new Date());
    await Promise.all([hot.ready(), main.ready(), limits.start(directory)]);
  } catch (error) {
    await application.close();
    throw error;
  }
  return {
    application,
    leaked: application.get(LeakedCredentials),
    handle: (request, response) => {
      const server = request.method === 'POST' && leadsToVerify(request.url ?? '') ? hot : main;
      server.routing(request, response);
    },
  };
}

function leadsToVerify(url: string): boolean {
  return url === VERIFY_PATH || pathOf(url) === VERIFY_PATH;
}
