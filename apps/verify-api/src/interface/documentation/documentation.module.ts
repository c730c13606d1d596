import { Module, type DynamicModule } from '@nestjs/common';
import type { AnyOperation } from '../operation.js';
import { AsyncApiDocument } from './asyncapi-document.js';
import { DocumentationRoutes } from './documentation.route.js';
import { OpenApiDocument } from './openapi-document.js';
import { Pages } from './pages.js';

/** The documents that describe the interface. */
@Module({})
export class DocumentationModule {
  static describing(operations: readonly AnyOperation[]): DynamicModule {
    const openApi = { provide: OpenApiDocument, useFactory: () => new OpenApiDocument(operations) };
    return {
      module: DocumentationModule,
      providers: [openApi, DocumentationRoutes, AsyncApiDocument, Pages],
      exports: [DocumentationRoutes],
    };
  }
}
