import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { curlOf } from './curl.js';

const ORIGIN = 'http://localhost:3000';

/** The words that a shell makes of a command. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; SERVICE_TOKEN=secret; ${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a command for curl', () => {
  it('reads with the token of a variable', () => {
    const command = curlOf(ORIGIN, {
      path: '/v1/records',
      query: { state: 'active', cursor: undefined, limit: 5 },
    });
    expect(command).toContain('$SERVICE_TOKEN');
    expect(wordsOf(command)).toEqual([
      `${ORIGIN}/v1/records?state=active&limit=5`,
      '-H',
      'Authorization: Bearer secret',
    ]);
  });

  it('passes a body on as it is, whatever the shell thinks of its characters', () => {
    const body = { reason: `it's $(rm -rf /) "\`x\`" \\` };
    const words = wordsOf(curlOf(ORIGIN, { method: 'POST', path: '/v1/records/rec_1/revoke', body }));
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(body);
    expect(words).not.toContain('-X');
  });

  it('names a method that curl would not choose', () => {
    expect(wordsOf(curlOf(ORIGIN, { method: 'POST', path: '/v1/x' }))).toContain('POST');
    expect(wordsOf(curlOf(ORIGIN, { method: 'PATCH', path: '/v1/x', body: {} }))).toContain('PATCH');
  });
});
