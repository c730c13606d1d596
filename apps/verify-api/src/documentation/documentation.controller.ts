import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { ServiceError } from '@service/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../http/route-table.js';
import { ServedDocument } from '../http/served-document.js';
import { ServesOperation } from '../http/serves-operation.js';
import { AsyncApiDocument } from './asyncapi-document.js';
import { documentationResources } from './documentation.resources.js';
import { OpenApiDocument } from './openapi-document.js';
import { PAGE_TYPES, Pages } from './pages.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Describes the interface, without a credential. */
@ApiExcludeController()
@Controller()
export class DocumentationController {
  private servedOpenApi: ServedDocument | undefined;
  private servedAsyncApi: ServedDocument | undefined;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly asyncDocument: AsyncApiDocument,
    private readonly documentation: Pages,
  ) {}

  @Get('v1/openapi.json')
  @ServesOperation(documentationResources.openApi)
  openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.servedOpenApi ??= new ServedDocument(JSON_TYPE, this.document.text());
    return this.servedOpenApi.send(request, reply);
  }

  @Get('v1/asyncapi.json')
  @ServesOperation(documentationResources.asyncApi)
  asyncApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.servedAsyncApi ??= new ServedDocument(JSON_TYPE, this.asyncDocument.text());
    return this.servedAsyncApi.send(request, reply);
  }

  @Get(['docs', 'docs/*'])
  @RouteConfig({ produces: PAGE_TYPES })
  @ServesOperation(documentationResources.pages)
  async pages(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const page = this.documentation.at(pathOf(request.url).replace(/^\/docs\/?/, ''));
    if (page === undefined) throw new ServiceError('route.not_found');
    await page.send(request, reply);
  }
}
