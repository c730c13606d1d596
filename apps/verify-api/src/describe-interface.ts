import { NestFactory } from '@nestjs/core';
import { AsyncApiDocument } from './documentation/asyncapi-document.js';
import { OpenApiDocument } from './documentation/openapi-document.js';
import { GatewayAdapter } from './http/gateway-adapter.js';
import { RouteTable } from './http/route-table.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { VerifyApiModule } from './verify-api.module.js';
import { verifyOperations } from './verify/verify.operations.js';

/** The documents that describe the interface, as JSON. */
export interface InterfaceDocuments {
  openapi: string;
  asyncapi: string;
}

/** Makes the documents without a service: Nest reads the decorators, and creates neither controllers nor providers. */
export async function describeInterface(): Promise<InterfaceDocuments> {
  // Nothing of a preview uses its infrastructure.
  const infrastructure = InfrastructureModule.register({} as never, {} as never);
  const application = await NestFactory.create(
    VerifyApiModule.register(infrastructure, []),
    new GatewayAdapter(new RouteTable(), {} as never),
    { preview: true, logger: false, abortOnError: false },
  );
  const openapi = new OpenApiDocument();
  openapi.describe(application, [verifyOperations.verify]);
  return { openapi: openapi.text(), asyncapi: new AsyncApiDocument().text() };
}
