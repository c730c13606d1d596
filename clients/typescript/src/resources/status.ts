import type { Answer } from '../requests/answer.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions } from '../requests/request-options.js';
import type { ServiceStatus } from '../models.js';

/** How the service is doing. */
export class StatusPage {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  read(options: RequestOptions = {}): Answer<ServiceStatus> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/status' });
  }
}
