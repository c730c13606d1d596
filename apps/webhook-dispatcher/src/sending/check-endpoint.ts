import { SUBSCRIPTION_BOUNDS } from '@service/contracts';

/** Why deliveries may not be sent to a URL, as far as its text tells, for whoever named it; null where they may. */
export function checkEndpoint(url: string): string | null {
  if (url.length > SUBSCRIPTION_BOUNDS.endpoint) {
    return `must be at most ${SUBSCRIPTION_BOUNDS.endpoint} characters long`;
  }
  if (!URL.canParse(url)) return 'must be a URL';
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== 'https:') return 'must be an https URL';
  if (username !== '' || password !== '') return 'must hold no user name and no password';
  if (hash !== '' || url.includes('#')) return 'must hold no fragment';
  return null;
}
