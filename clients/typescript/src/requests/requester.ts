import type { Answer } from './answer.js';
import type { List, ListTerms, PageBody } from './pages.js';
import type { ServiceRequest } from './request-options.js';

/** The interface by which resources send requests. */
export abstract class Requester {
  /** @throws TypeError for an invalid path. */
  abstract request<Data>(request: ServiceRequest): Answer<Data>;
  abstract list<Item, Body extends PageBody<Item> = PageBody<Item>>(
    request: ServiceRequest,
    terms?: ListTerms,
  ): List<Item, Body>;
}
