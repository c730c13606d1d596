import { describe, expect, it } from '@jest/globals';
import { leakReason, readLeakReports } from './leak-report.js';
import { makeToken } from '../../admission/authentication/tokens/token.js';

describe('a report of leaks', () => {
  it('is read as GitHub sends it, with unknown members', () => {
    const url =
      'https://github.com/octocat/Hello-World/blob/12345600b9cbe38a219f39a9941c9319b600c002/foo/bar.txt';
    const found = { token: 'NMIfyYncKcRALEXAMPLE', type: 'mycompany_api_token', url, source: 'content' };
    expect(readLeakReports([found, { token: 'x', url: null, commit: { sha: 1 } }, { token: 'y' }])).toEqual([
      { token: found.token, url },
      { token: 'x', url: null },
      { token: 'y', url: null },
    ]);
    expect(readLeakReports(Array.from({ length: 100 }, () => found))).toHaveLength(100);
  });

  it.each([
    [{ token: 'x' }, ['']],
    ['x', ['']],
    [null, ['']],
    [[], ['']],
    [Array.from({ length: 101 }, () => ({ token: 'x' })), ['']],
    [
      [{ token: 'x' }, 'y', null, []],
      ['[1]', '[2]', '[3]'],
    ],
    [
      [{}, { token: '' }, { token: 1 }],
      ['[0].token', '[1].token', '[2].token'],
    ],
    [[{ token: 'x', url: 1, type: {}, source: [] }], ['[0].type', '[0].url', '[0].source']],
  ])('is not %j', (body, fields) => {
    const details = fields.map((field) => expect.objectContaining({ field }));
    expect(() => readLeakReports(body)).toThrow(
      expect.objectContaining({ code: 'request.invalid', extras: { details } }),
    );
  });

  it('is refused without its token in the error', () => {
    const token = makeToken('standard', 'development');
    try {
      readLeakReports([{ token, url: 1 }]);
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain(token.slice(-49));
    }
    expect.assertions(1);
  });
});

describe('the reason of a revocation', () => {
  it('tells where the token was found, if this is known', () => {
    expect(leakReason({ url: 'https://example.com/a' })).toBe('Reported as leaked: https://example.com/a');
    for (const url of [null, '', ' \n']) expect(leakReason({ url })).toBe('Reported as leaked.');
  });

  it('has no control characters, and no others that could hide text', () => {
    expect(leakReason({ url: 'https://a\r\n\u0000\u001b[31m/\u202e\u2028b\u200b' })).toBe(
      'Reported as leaked: https://a[31m/b',
    );
  });

  it('has at most 500 characters, and splits none', () => {
    expect(leakReason({ url: 'x'.repeat(5_000) })).toHaveLength(500);
    const cut = leakReason({ url: `x${'😀'.repeat(400)}` });
    expect([cut.length, cut.isWellFormed()]).toEqual([499, true]);
  });

  it('holds no token, its own or another, percent-encoded or not', () => {
    const [one, other] = [makeToken('operator', 'production'), makeToken('audit', 'development')];
    const url = `https://a/?t=${one}&u=x${other.replaceAll('_', '%5F')}y`;
    expect(leakReason({ url })).toBe('Reported as leaked: https://a/?t=svc_...&u=xsvc_...y');
  });
});
