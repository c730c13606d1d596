import { isLoopbackHost } from '../addresses/loopback.js';
import type { SettingForm } from './setting-forms.js';

/** Where secrets or history go, or an issuer. Its text is the value: issuers are compared as texts (RFC 8414, section 3.3). */
export const securedUrl: SettingForm<string> = {
  expected: 'a URL without query and fragment, https or on the loopback address',
  parse(text) {
    const url = URL.parse(text);
    return url !== null && isPrivate(url) && !/[?#\s]/.test(text) ? text : undefined;
  },
};

/** An origin, as RFC 6454 writes it: addresses in answers to clients begin with it. */
export const publicOrigin: SettingForm<string> = {
  expected: 'an origin like https://records.example, https or on the loopback address',
  parse(text) {
    const url = URL.parse(text);
    return url !== null && isPrivate(url) && url.origin === text ? text : undefined;
  },
};

/** A base URL without a trailing slash. It may be plain http to another machine: see `findUnprotected`. */
export const collectorUrl: SettingForm<string> = {
  expected: 'an http or https URL without a user, query and fragment',
  parse(text) {
    const url = URL.parse(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol) || /[?#@\s]/.test(text)) return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

/** Whether the connection is encrypted or local. */
function isPrivate({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
