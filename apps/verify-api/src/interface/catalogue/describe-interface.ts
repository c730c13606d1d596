import { catalogue } from './catalogue.js';
import { AsyncApiDocument } from '../documentation/asyncapi-document.js';
import { OpenApiDocument } from '../documentation/openapi-document.js';

/** The documents that describe the interface, as JSON. */
export interface InterfaceDocuments {
  openapi: string;
  asyncapi: string;
}

/** Makes the documents from the definitions, without a service. */
export function describeInterface(): InterfaceDocuments {
  return { openapi: new OpenApiDocument(catalogue).text(), asyncapi: new AsyncApiDocument().text() };
}
