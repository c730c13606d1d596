import { describe, expect, it } from '@jest/globals';
import { readEndpoint } from './endpoint-rules.js';
import { guardOf } from './testing/sample-attempt.js';

const guard = guardOf();
const local = guardOf({ allowsLoopback: true, isOwnPort: (port) => port === 3_000 });

describe('an endpoint', () => {
  it.each([
    ['https://hooks.example/', 'https://hooks.example', '/'],
    ['https://hooks.example:8443/a/b?c=d', 'https://hooks.example:8443', '/a/b?c=d'],
    ['HTTPS://Hooks.Example:443', 'https://hooks.example', '/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example', '/%C3%A4'],
    ['https://my_host.example/', 'https://my_host.example', '/'],
    ['https://1.1.1.1/', 'https://1.1.1.1', '/'],
    ['https://[2606:4700:4700::1111]:444/', 'https://[2606:4700:4700::1111]:444', '/'],
  ])('may be %s', (text, origin, path) => expect(readEndpoint(text, guard)).toEqual({ origin, path }));

  it.each([
    ['http://hooks.example/', 'it is not https'],
    ['http://127.0.0.1/', 'it is not https'],
    ['http://localhost/', 'it is not https'],
    ['ftp://hooks.example/', 'it is not https'],
    ['file:///etc/passwd', 'it is not https'],
    ['javascript:alert(1)', 'it is not https'],
    ['hooks.example', 'it is not a URL'],
    ['', 'it is not a URL'],
    ['https://', 'it is not a URL'],
    ['https://hooks.example:99999/', 'it is not a URL'],
    ['https://user@hooks.example/', 'it holds a user or a password'],
    ['https://:secret@hooks.example/', 'it holds a user or a password'],
    ['https://1.1.1.1@10.0.0.1/', 'it holds a user or a password'],
    ['https://hooks.example/#part', 'it holds a fragment'],
    ['https://hooks.example/#', 'it holds a fragment'],
    ['https://hooks.example:22/', 'its port is one of another protocol'],
    ['https://hooks.example:0/', 'its port is one of another protocol'],
    ['https://1.1.1.1:6667/', 'its port is one of another protocol'],
    ['https://localhost/', 'its address is not a public one'],
    ['https://10.0.0.1/', 'its address is not a public one'],
    ['https://169.254.169.254/', 'its address serves the metadata of a machine'],
    ['https://hooks.example./', 'its host is neither a name nor an address'],
    ['https://-hooks.example/', 'its host is neither a name nor an address'],
    ['https://hooks..example/', 'its host is neither a name nor an address'],
    [`https://${'a'.repeat(64)}.example/`, 'its host is neither a name nor an address'],
    [`https://hooks.example/${'a'.repeat(2_048)}`, 'it is longer than 2048 characters'],
  ])('is not %s', (text, reason) => expect(readEndpoint(text, guard)).toBe(reason));

  it.each(['http://127.0.0.1:8080/', 'http://localhost:8080/', 'http://[::1]:8080/', 'https://127.9.9.9/'])(
    'may be on the host itself where that is allowed: %s',
    (text) => expect(typeof readEndpoint(text, local)).toBe('object'),
  );

  it.each([
    ['http://localhost:3000/', 'its port is one of this service'],
    ['http://127.0.0.1:3000/', 'its port is one of this service'],
    ['http://hooks.example/', 'it is not https'],
    ['http://1.1.1.1/', 'it is not https'],
    ['http://localhost.hooks.example/', 'it is not https'],
    ['http://0.0.0.0:8080/', 'it is not https'],
    ['https://0.0.0.0/', 'its address is not a public one'],
    ['https://10.0.0.1/', 'its address is not a public one'],
  ])('is not %s even there', (text, reason) => expect(readEndpoint(text, local)).toBe(reason));
});
