import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, UpdateOptions, WriteOptions } from '../requests/request-options.js';
import type {
  Acknowledgement,
  Credential,
  CredentialPage,
  IssueBody,
  IssuedCredential,
  LeakReport,
  QueryOf,
  ReasonBody,
  RotateBody,
  UpdateCredentialBody,
} from '../models.js';

/** Credentials: the tokens of a project. */
export class Credentials {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Issues a credential. Its token is in this answer alone; a repeated request gets null for it. */
  issue(body: IssueBody, options: WriteOptions = {}): Answer<IssuedCredential> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/credentials', body });
  }

  /** Credentials that fit all filters, the newest first. */
  list(
    query: QueryOf<'credentials.list'> = {},
    options: RequestOptions = {},
  ): List<Credential, CredentialPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/credentials', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<Credential> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/credentials/${id}` });
  }

  /** Changes what is named; metadata are replaced as a whole. */
  update(id: string, body: UpdateCredentialBody, options: UpdateOptions = {}): Answer<Credential> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/credentials/${id}`, body });
  }

  /** Gives a new token; the former one works until `overlap_until`. */
  rotate(id: string, body: RotateBody = {}, options: WriteOptions = {}): Answer<IssuedCredential> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/credentials/${id}/rotate`,
      body,
    });
  }

  /** Final. */
  revoke(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Credential> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/credentials/${id}/revoke`,
      body,
    });
  }

  /** Reports tokens of this environment that were found in public: those that are real are revoked. Needs no token. */
  reportLeak(body: LeakReport, options: RequestOptions = {}): Answer<Acknowledgement> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: '/v1/credentials/report-leak',
      body,
      anonymous: true,
    });
  }
}
