import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authenticator } from './credentials/authenticator.js';
import { OpenApiDocument } from './documentation/openapi-document.js';
import { BodyPipe } from './http/body.pipe.js';
import type { RequestHandler } from './http/front-door.js';
import { GatewayAdapter } from './http/gateway-adapter.js';
import { VerifyApiModule, type VerifyApiOptions } from './verify-api.module.js';
import { addVerifyRoute } from './verify/verify.route.js';
import { VerifyRecords } from './verify/verify-records.js';

/** One environment's gateway, which listens on nothing itself. */
export interface Gateway {
  application: NestFastifyApplication;
  /** Takes what the front door hands on. */
  handle: RequestHandler;
}

/** Makes an environment's gateway and waits until its views have caught up. */
export async function createGateway(options: VerifyApiOptions): Promise<Gateway> {
  const application = await NestFactory.create<NestFastifyApplication>(
    VerifyApiModule.register(options),
    new GatewayAdapter(options.logger),
    { logger: false, bodyParser: false, abortOnError: false },
  );
  const server = application.getHttpAdapter().getInstance();
  addVerifyRoute(server, {
    authenticator: application.get(Authenticator),
    verifyRecords: application.get(VerifyRecords),
    bodies: application.get(BodyPipe),
  });
  application.get(OpenApiDocument).describe(application);
  await application.init();
  await server.ready();
  return { application, handle: (request, response) => server.routing(request, response) };
}
