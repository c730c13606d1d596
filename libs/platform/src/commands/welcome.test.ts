import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { servedAt } from './served-at.js';
import { welcome } from './welcome.js';

const certificate = (name: string) => resolve('test/support/tls', `${name}.pem`);
const curlLine = async (tlsCertFile: string | undefined) => {
  const started = { adminPort: 3001, bootstrapFile: '/data/bootstrap.json' };
  const text = welcome(started, await servedAt({ tlsCertFile }, 3000), 'development');
  return /^curl .* -H "Auth/m.exec(text)?.[0];
};

describe('a start', () => {
  it('prints where it listens, and no token', async () => {
    const text = welcome(
      { bootstrapFile: '/data/bootstrap.json' },
      await servedAt({ tlsCertFile: undefined }, 80),
      'production',
    );
    expect(text).toContain('listens on http://127.0.0.1:80 for production.');
    expect(text).not.toMatch(/svc_\w/);
  });

  it('of a restored copy names no file of tokens and nothing to verify', async () => {
    const text = welcome(
      { bootstrapFile: null },
      await servedAt({ tlsCertFile: undefined }, 80),
      'development',
    );
    expect(text).toContain('Tokens are those of the original');
    expect(text).not.toContain('curl');
  });

  it('prints a working curl command', async () => {
    expect(await curlLine(undefined)).toBe('curl -s http://127.0.0.1:3000/v1/records/verify -H "Auth');
  });

  it('with TLS prints a curl command that trusts its certificate, with a name of the certificate', async () => {
    const [first, second, named] = ['first', 'second', 'named'].map(certificate) as [string, string, string];
    expect(await curlLine(first)).toBe(
      `curl -s --cacert '${first}' https://127.0.0.1:3000/v1/records/verify -H "Auth`,
    );
    expect(await curlLine(second)).toContain(
      `--cacert '${second}' --resolve localhost:3000:127.0.0.1 https://localhost:3000/v1`,
    );
    expect(await curlLine(named)).toContain(
      `--cacert '${named}' --resolve records.example:3000:127.0.0.1 https://records.example:3000/v1`,
    );
  });
});
