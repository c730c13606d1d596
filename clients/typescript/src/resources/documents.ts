import type { Answer } from '../requests/answer.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';

/** A description of the interface. */
interface InterfaceDocument {
  readonly [name: string]: unknown;
}

/** A document that the service serves about itself. */
class ServedDocument {
  readonly #service: Requester;
  readonly #path: string;

  constructor(service: Requester, path: string) {
    this.#service = service;
    this.#path = path;
  }

  read(options: RequestOptions = {}): Answer<InterfaceDocument> {
    return this.#service.request({ ...options, method: 'GET', path: this.#path, anonymous: true });
  }
}

/** Descriptions of the interface. They need no token. */
export class Documents {
  /** The HTTP API. */
  readonly openapi: ServedDocument;
  /** The deliveries of events. */
  readonly asyncapi: ServedDocument;

  constructor(service: Requester) {
    this.openapi = new ServedDocument(service, '/v1/openapi.json');
    this.asyncapi = new ServedDocument(service, '/v1/asyncapi.json');
  }
}
