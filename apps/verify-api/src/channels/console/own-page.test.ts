import { describe, expect, it } from '@jest/globals';
import type { IncomingHttpHeaders } from 'node:http';
import { requireOwnPage } from './own-page.js';

const OWN = 'https://console.example';
const refused = expect.objectContaining({ code: 'session.cross_site' });
const ask = (method: string, headers: IncomingHttpHeaders) => () => requireOwnPage(method, headers, OWN);

describe('a request to the API of the Console', () => {
  it.each([
    ['GET', {}],
    ['GET', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: OWN }],
    ['DELETE', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
  ])('may come from its own page: %s %j', (method, headers) => {
    expect(ask(method, headers)).not.toThrow();
  });

  it.each([
    ['POST', {}],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: OWN }],
    ['POST', { origin: 'null' }],
    ['DELETE', { origin: 'https://console.example.evil' }],
    ['POST', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { origin: 'https://evil.example' }],
  ])('may come from no other one: %s %j', (method, headers) => {
    expect(ask(method, headers)).toThrow(refused);
  });
});
