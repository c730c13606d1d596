import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { metadataAddressesOf, readKeySet } from './read-key-set.js';

const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'one' };
const OAUTH = '/.well-known/oauth-authorization-server/t';
const OPENID = '/t/.well-known/openid-configuration';

describe('the keys of an issuer', () => {
  let server: Server;
  let issuer = '';
  let answers: Record<string, object | ((response: ServerResponse) => void)>;

  beforeEach(async () => {
    server = createServer(({ url = '' }, response) => {
      const answer = answers[url];
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    issuer = `${base}/t`;
    answers = { [OAUTH]: { issuer, jwks_uri: `${base}/keys` }, '/keys': { keys: [KEY] } };
  });
  afterEach(() => new Promise((resolve) => void server.close(resolve)));

  it('are found by its metadata as an authorization server', async () => {
    expect((await readKeySet(issuer)).text).toBe(JSON.stringify([KEY]));
  });

  it('are found by its metadata as an OpenID provider', async () => {
    const { [OAUTH]: metadata = {}, ...others } = answers;
    answers = { ...others, [OPENID]: metadata };
    expect((await readKeySet(issuer)).text).toBe(JSON.stringify([KEY]));
    answers[OAUTH] = (response) => void response.end('<html>');
    expect((await readKeySet(issuer)).text).toBe(JSON.stringify([KEY]));
  });

  it('are those that it may publish: none that signs', async () => {
    answers['/keys'] = { keys: [{ ...KEY, d: 'secret' }, { kty: 'oct', k: 'shared' }, null, KEY] };
    expect((await readKeySet(issuer)).text).toBe(JSON.stringify([KEY]));
  });

  it('are read beside what is no key', async () => {
    answers['/keys'] = { keys: [[], 'two', 3, {}, KEY] };
    expect((await readKeySet(issuer)).text).toBe(JSON.stringify([{}, KEY]));
  });

  it.each<[string, RegExp, (address: string) => typeof answers]>([
    [
      'metadata of another issuer',
      /another issuer|404/,
      (base) => ({ [OAUTH]: { issuer: `${base}/x`, jwks_uri: `${base}/keys` } }),
    ],
    ['no address of keys', /jwks_uri/, (base) => ({ [OAUTH]: { issuer: `${base}/t` } })],
    [
      'keys beyond this machine without https',
      /not https/,
      (base) => ({ [OAUTH]: { issuer: `${base}/t`, jwks_uri: 'http://keys.example/' } }),
    ],
    [
      'keys in a file',
      /not https/,
      (base) => ({ [OAUTH]: { issuer: `${base}/t`, jwks_uri: 'file:///etc/passwd' } }),
    ],
    [
      'a redirect',
      /redirect|fetch failed/,
      () => ({ '/keys': (response) => void response.writeHead(302, { location: '/other' }).end() }),
    ],
    [
      'an endless document',
      /bytes/,
      () => ({ '/keys': (response) => void response.end(`"${'x'.repeat(300_000)}"`) }),
    ],
    ['no list', /no keys/, () => ({ '/keys': { keys: 'one' } })],
    ['too many keys', /too many/, () => ({ '/keys': { keys: Array.from({ length: 101 }, () => KEY) } })],
  ])('are not read from %s', async (_, message, changes) => {
    Object.assign(answers, changes(issuer.slice(0, -2)));
    await expect(readKeySet(issuer)).rejects.toThrow(message);
  });
});

it('an issuer’s metadata are looked for as both standards say, with and without a final slash', () => {
  const expected = [
    'https://login.example/.well-known/oauth-authorization-server/t',
    'https://login.example/t/.well-known/openid-configuration',
  ];
  expect(metadataAddressesOf('https://login.example/t')).toEqual(expected);
  expect(metadataAddressesOf('https://login.example/t/')).toEqual(expected);
  expect(metadataAddressesOf('https://login.example')).toEqual([
    'https://login.example/.well-known/oauth-authorization-server',
    'https://login.example/.well-known/openid-configuration',
  ]);
});
