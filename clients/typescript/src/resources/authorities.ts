import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, WriteOptions } from '../requests/request-options.js';
import type {
  Authority,
  AuthorityElement,
  AuthorityHistory,
  AuthorityPage,
  AuthorityReach,
  GrantBody,
  QueryOf,
  ReasonBody,
  RenewBody,
  RescopeBody,
  RevokeAuthorityBody,
} from '../models.js';

/** Authorities: what records are issued under. */
export class Authorities {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  grant(body: GrantBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/authorities', body });
  }

  /** Authorities that fit all filters, the newest first. */
  list(
    query: QueryOf<'authorities.list'> = {},
    options: RequestOptions = {},
  ): List<Authority, AuthorityPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/authorities', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/authorities/${id}` });
  }

  /** All elements of an authority, oldest first. */
  history(
    id: string,
    query: QueryOf<'authorities.history'> = {},
    options: RequestOptions = {},
  ): List<AuthorityElement, AuthorityHistory> {
    return this.#service.list({
      ...options,
      method: 'GET',
      path: pathTo`/v1/authorities/${id}/history`,
      query,
    });
  }

  /** How many records depend on the authority. */
  reach(
    id: string,
    query: QueryOf<'authorities.reach'> = {},
    options: RequestOptions = {},
  ): Answer<AuthorityReach> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/authorities/${id}/reach`,
      query,
    });
  }

  /** Sets another end of its validity. */
  renew(id: string, body: RenewBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/authorities/${id}/renew`,
      body,
    });
  }

  /** Changes what it covers. */
  rescope(id: string, body: RescopeBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/authorities/${id}/rescope`,
      body,
    });
  }

  suspend(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/authorities/${id}/suspend`,
      body,
    });
  }

  reinstate(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/authorities/${id}/reinstate`,
      body,
    });
  }

  /** Final. A compromise also reaches back in time. */
  revoke(id: string, body: RevokeAuthorityBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/authorities/${id}/revoke`,
      body,
    });
  }
}
