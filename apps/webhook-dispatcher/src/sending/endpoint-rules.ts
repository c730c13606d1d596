import { SUBSCRIPTION_BOUNDS } from '@service/contracts';

/** Whether deliveries may be sent to a URL, as far as its text tells; else why not, for whoever named it. */
export function checkEndpoint(url: string): 'ok' | string {
  if (url.length > SUBSCRIPTION_BOUNDS.endpoint) {
    return `must be at most ${SUBSCRIPTION_BOUNDS.endpoint} characters long`;
  }
  if (!URL.canParse(url)) return 'must be a URL';
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== 'https:') return 'must be an https URL';
  if (username !== '' || password !== '') return 'must hold no user name and no password';
  if (hash !== '' || url.includes('#')) return 'must hold no fragment';
  return 'ok';
}
