import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller.js';
import { OpenApiDocument } from './openapi-document.js';
import { Pages } from './pages.js';
import { AsyncApiDocument } from './asyncapi-document.js';

/** The documents that describe the interface. */
@Module({
  controllers: [DocumentationController],
  providers: [OpenApiDocument, AsyncApiDocument, Pages],
})
export class DocumentationModule {}
