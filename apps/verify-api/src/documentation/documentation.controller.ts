import { Controller, Get, Header, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Declares } from '../http/access.js';
import { AsyncApiDocument } from './asyncapi-document.js';
import { errorsHtml } from './errors-page.js';
import { OpenApiDocument } from './openapi-document.js';

/** What describes the interface to whoever has no credential yet. */
@ApiExcludeController()
@Controller()
export class DocumentationController {
  private readonly errorsPage = errorsHtml();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly asyncDocument: AsyncApiDocument,
  ) {}

  @Get('v1/openapi.json')
  @Declares({ name: 'openapi.read', access: 'public' })
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document.text();
  }

  @Get('v1/asyncapi.json')
  @Declares({ name: 'asyncapi.read', access: 'public' })
  @Header('content-type', 'application/json; charset=utf-8')
  asyncApi(): string {
    return this.asyncDocument.text();
  }

  @Get('docs/errors')
  @RouteConfig({ produces: ['text/html'] })
  @Declares({ name: 'errors.read', access: 'public' })
  errors(@Res() reply: FastifyReply): void {
    void reply.header('content-type', 'text/html; charset=utf-8').send(this.errorsPage);
  }
}
