import { invalidRequest } from '@service/contracts';
import { digestText, isDigest, type Digest } from '@service/evidence';

/** The digest in a body, or that of the content in it.
 *  @throws ServiceError `request.invalid` where the body has both. */
export function contentDigestOf(body: { content_digest?: string; content?: string }): Digest {
  if (isDigest(body.content_digest) && body.content === undefined) return body.content_digest;
  if (body.content !== undefined && body.content_digest === undefined) return digestText(body.content);
  throw invalidRequest('content_digest', 'must not be given beside content');
}
