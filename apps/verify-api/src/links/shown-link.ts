import { agreedDate, linkStateAt, type LinkSnapshot } from '@service/contracts';

/** A link as it is answered, without the HMAC of its secret. */
export type ShownLink = Omit<LinkSnapshot, 'secret' | 'authority_id'>;

/** The path, with the secret in its fragment, is null in the answer to a retry, because it was returned before. */
export type CreatedLink = ShownLink & { path: string | null };

/** A link as it is answered, with its current state. */
export function shownLink(link: LinkSnapshot, now = agreedDate()): ShownLink {
  const { secret: _secret, authority_id: _authority, ...shown } = link;
  return { ...shown, state: linkStateAt(link, now) };
}
