import { describe, expect, it } from '@jest/globals';

import { createLogger } from './create-logger.js';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger('info', { write: (line) => (text += line) }));
  return text;
}

describe('the logger', () => {
  it('writes one JSON object a line, with the level as a word and the time in ISO 8601', () => {
    const line = logged((logger) => logger.info({ recordId: 'rec_1' }, 'registered'));
    const entry: unknown = JSON.parse(line);
    expect(entry).toMatchObject({ level: 'info', recordId: 'rec_1', msg: 'registered' });
    expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  });

  it('leaves out lines below its level', () => {
    expect(logged((logger) => logger.debug('detail'))).toBe('');
  });

  it.each([
    { authorization: 'hidden' },
    { headers: { Authorization: 'hidden' } },
    { req: { headers: { authorization: 'hidden', 'set-cookie': 'hidden', cookie: 'hidden' } } },
    { credential: { token: 'hidden', secret: 'hidden' } },
    { settings: { database: { password: 'hidden' } } },
    { pepper: 'hidden' },
    { url: 'postgres://service:hidden@127.0.0.1/service' },
    { header: 'authorization: Bearer hidden' },
    { err: new Error('cannot sign with whsec_hidden+/hidden=') },
    { err: new Error('cannot reach postgres://service:hidden@127.0.0.1/service') },
  ])('shows no secret of %j', (fields) => {
    const line = logged((logger) => logger.info(fields, 'text'));
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('hidden');
    expect(() => void JSON.parse(line)).not.toThrow();
  });
});
