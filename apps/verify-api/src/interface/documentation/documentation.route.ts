import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../../channels/http/route-table.js';
import { JSON_ANSWER } from '../../channels/http/media-types.js';
import { ServedDocument } from '../../channels/http/served-document.js';
import { AsyncApiDocument } from './asyncapi-document.js';
import { OpenApiDocument } from './openapi-document.js';
import { PAGE_TYPES, Pages } from './pages.js';

/** Serves the documents that describe the interface, without a credential. */
@Injectable()
export class DocumentationRoutes {
  constructor(
    private readonly openApi: OpenApiDocument,
    private readonly asyncApi: AsyncApiDocument,
    private readonly pages: Pages,
  ) {}

  /** Adds the routes to a server. Documents are made at the first request for them. */
  addTo(server: FastifyInstance): void {
    const served = new Map<string, ServedDocument>();
    for (const [path, document] of Object.entries({
      '/v1/openapi.json': this.openApi,
      '/v1/asyncapi.json': this.asyncApi,
    })) {
      server.get(path, async (request, reply) => {
        const known = served.get(path) ?? new ServedDocument(JSON_ANSWER, document.text());
        served.set(path, known);
        await known.send(request, reply);
        return reply;
      });
    }
    for (const path of ['/docs', '/docs/*']) {
      server.get(path, { config: { produces: PAGE_TYPES } }, async (request, reply) => {
        const page = this.pages.at(pathOf(request.url).replace(/^\/docs\/?/, ''));
        if (page === undefined) throw new ServiceError('route.not_found');
        await page.send(request, reply);
        return reply;
      });
    }
  }
}
