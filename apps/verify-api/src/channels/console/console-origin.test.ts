import { describe, expect, it } from '@jest/globals';
import { ConsoleOrigin, relyingParty } from './console-origin.js';

const settings = { consoleOrigin: undefined, tlsCertFile: undefined, trustedProxies: [] };
const local = ConsoleOrigin.of(settings);
const own = ConsoleOrigin.of({ ...settings, consoleOrigin: 'https://console.example' });
const refused = (code: string) => expect.objectContaining({ code });

describe('the origin of the Console', () => {
  it('is the one of the settings, for that host alone', () => {
    expect(own.ofRequest('Console.example')).toBe('https://console.example');
    expect(own.isSecure).toBe(true);
    for (const host of ['localhost:3000', 'console.example:8443', 'evil.example', undefined]) {
      expect(() => own.ofRequest(host)).toThrow(refused('session.cross_site'));
    }
  });

  it('is localhost without one, at any port, and no name that leads to this address', () => {
    expect(local.ofRequest('localhost:3000')).toBe('http://localhost:3000');
    expect(local.isSecure).toBe(false);
    for (const host of [
      'evil.example:3000',
      '127.0.0.1:3000',
      'localhost.evil.example',
      'localhost:99999',
      undefined,
    ]) {
      expect(() => local.ofRequest(host)).toThrow(refused('session.cross_site'));
    }
  });

  it('is none without one where other machines can connect', () => {
    const open = ConsoleOrigin.of({ ...settings, tlsCertFile: '/cert' });
    expect(() => open.ofRequest('localhost')).toThrow(refused('session.console_closed'));
    expect(open.redirectOf('127.0.0.1', '/console')).toBeNull();
  });

  it('takes browsers from an address to the name, which passkeys need', () => {
    expect(local.redirectOf('127.0.0.1:3000', '/console/production/')).toBe(
      'http://localhost:3000/console/production/',
    );
    expect(local.redirectOf('[::1]', '/console')).toBe('http://localhost/console');
    expect(local.redirectOf('localhost:3000', '/console')).toBeNull();
    expect(local.redirectOf('192.0.2.1', '/console')).toBeNull();
    expect(own.redirectOf('127.0.0.1:3000', '/console')).toBeNull();
    expect(relyingParty('https://console.example:8443')).toBe('console.example');
  });
});
