import type { Answer } from './answer.js';
import type { List, ListTerms, PageBody } from './pages.js';
import type { ServiceRequest } from './request-options.js';

/** What resources send their requests with. */
export interface Requester {
  /** @throws TypeError for an invalid path. */
  request<Data>(request: ServiceRequest): Answer<Data>;
  list<Item, Body extends PageBody<Item> = PageBody<Item>>(
    request: ServiceRequest,
    terms?: ListTerms,
  ): List<Item, Body>;
}
