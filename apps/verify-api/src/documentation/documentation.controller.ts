import { Controller, Get, Header, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { HTML } from '../http/media-types.js';
import { ServesOperation } from '../http/serves-operation.js';
import { AsyncApiDocument } from './asyncapi-document.js';
import { documentationResources } from './documentation.resources.js';
import { errorsHtml } from './errors-page.js';
import { OpenApiDocument } from './openapi-document.js';

/** Describes the interface, without a credential. */
@ApiExcludeController()
@Controller()
export class DocumentationController {
  private readonly errorsPage = errorsHtml();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly asyncDocument: AsyncApiDocument,
  ) {}

  @Get('v1/openapi.json')
  @ServesOperation(documentationResources.openApi)
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document.text();
  }

  @Get('v1/asyncapi.json')
  @ServesOperation(documentationResources.asyncApi)
  @Header('content-type', 'application/json; charset=utf-8')
  asyncApi(): string {
    return this.asyncDocument.text();
  }

  @Get('docs/errors')
  @RouteConfig({ produces: [HTML] })
  @ServesOperation(documentationResources.errors)
  errors(@Res() reply: FastifyReply): void {
    void reply.header('content-type', 'text/html; charset=utf-8').send(this.errorsPage);
  }
}
