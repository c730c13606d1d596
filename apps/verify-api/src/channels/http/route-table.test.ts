import { describe, expect, it } from '@jest/globals';
import { RouteTable } from './route-table.js';

function table(): RouteTable {
  const routes = new RouteTable();
  routes.add('/v1/records', ['POST']);
  routes.add('/v1/records', ['GET', 'HEAD']);
  routes.add('/v1/records/:id', ['GET']);
  routes.add('/v1/records/verify', ['POST']);
  routes.add('/v1/records/:id/revoke', ['POST']);
  routes.add('/v1/records/batch/revoke', ['PUT']);
  routes.add('/v1/log/:environment/tile/*', ['GET']);
  routes.add('/console/development/*', ['GET']);
  routes.add('/console/development/api/sessions/:id', ['DELETE']);
  return routes;
}

describe('the routes', () => {
  it.each([
    ['/v1/records', ['GET', 'HEAD', 'POST']],
    ['/v1/records?limit=5', ['GET', 'HEAD', 'POST']],
    ['/v1/records/rec_1', ['GET']],
    ['/v1/records/verify', ['POST']],
    ['/v1/records/rec_1/revoke', ['POST']],
    ['/v1/records/batch/revoke', ['PUT']],
    ['http://service.example:3000/v1/records/verify?a=/v1', ['POST']],
    ['https://service.example/v1/records', ['GET', 'HEAD', 'POST']],
  ])('list the methods of %s', (url, methods) => expect(table().methodsOf(url)).toEqual(methods));

  it('list those of all paths below a path', () => {
    expect(table().methodsOf('/v1/log/development/tile/0/x001/067.p/3')).toEqual(['GET']);
    expect(table().methodsOf('/v1/log/development/tile')).toEqual([]);
  });

  it('list no page of the Console below its API', () => {
    expect(table().methodsOf('/console/development/records')).toEqual(['GET']);
    expect(table().methodsOf('/console/development/api/sessions/ses_1')).toEqual(['DELETE']);
    expect(table().methodsOf('/console/development/api/nothing')).toEqual([]);
  });

  it.each([
    '/',
    '',
    '/v1',
    '/v1/records/',
    '/v1/Records',
    '/v1/records/rec_1/erase',
    '/v1/records/a/revoke/b',
    '?',
  ])('list none of %j', (url) => expect(table().methodsOf(url)).toEqual([]));

  it.each([
    ['/v1/records/:id', '/v1/records/verify', true],
    ['/v1/records/:id', '/v1/records/verify?limit=5', true],
    ['/v1/records/:id', 'http://service.example/v1/records/verify', true],
    ['/v1/records/:id', '/v1/records/rec_1', false],
    ['/v1/records/:id', '/v1/records/:id', false],
    ['/v1/records/verify', '/v1/records/verify', false],
    ['/v1/records/verify', '/v1/records/verify?limit=5', false],
    ['/v1/records', '/v1/records?next=/v1/records/verify', false],
    ['/console/development/*', '/console/development/records', false],
    ['/console/development/*', '/console/development/api/sessions/ses_1', true],
  ])('%s is passed over for %s: %s', (reached, url, nearer) => {
    expect(table().hasNearer(reached, url)).toBe(nearer);
  });
});
