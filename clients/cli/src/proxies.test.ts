import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { obeyProxies } from './proxies.js';

it('requests go through the proxy that is named, those to this machine and to named hosts aside', async () => {
  const asked: string[] = [];
  const proxy = createServer((_, response) => void response.writeHead(204).end()).on(
    'connect',
    ({ url }, socket) => {
      asked.push(String(url));
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    },
  );
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const end = obeyProxies({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'direct.invalid' });
  await expect(fetch('https://records.invalid/')).rejects.toThrow();
  await expect(fetch('https://direct.invalid/')).rejects.toThrow();
  expect((await fetch(url)).status).toBe(204);
  expect(asked).toEqual(['records.invalid:443']);
  // Other tests of this process use the same connections.
  end();
  await expect(fetch('https://records.invalid/')).rejects.toThrow();
  expect(asked).toHaveLength(1);
  proxy.closeAllConnections();
  proxy.close();
});

it('a proxy that is no address is told in a sentence', () => {
  expect(() => obeyProxies({ HTTPS_PROXY: 'nonsense' })).toThrow(/^HTTP_PROXY or HTTPS_PROXY cannot be used/);
});
