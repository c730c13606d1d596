import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, WriteOptions } from '../requests/request-options.js';
import type {
  ChangeRolesBody,
  InviteBody,
  InvitedOperator,
  Operator,
  OperatorPage,
  QueryOf,
  ReasonBody,
} from '../models.js';

/** The people who use the Console. */
export class Operators {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Invites somebody. The link is in this answer alone; a repeated request gets null for it. */
  invite(body: InviteBody, options: WriteOptions = {}): Answer<InvitedOperator> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/operators', body });
  }

  list(query: QueryOf<'operators.list'> = {}, options: RequestOptions = {}): List<Operator, OperatorPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/operators', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<Operator> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/operators/${id}` });
  }

  changeRoles(id: string, body: ChangeRolesBody, options: WriteOptions = {}): Answer<Operator> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/operators/${id}/change-roles`,
      body,
    });
  }

  /** Final. */
  remove(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Operator> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/operators/${id}/remove`,
      body,
    });
  }

  /** Makes a new link; the former one ends. */
  renewInvitation(id: string, options: WriteOptions = {}): Answer<InvitedOperator> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/operators/${id}/renew-invitation`,
    });
  }
}
