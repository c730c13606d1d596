import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/create-logger.js';
import { Trouble } from './trouble.js';

describe('trouble that lasts', () => {
  it('is said once, and once that it is over', () => {
    const lines: { level: number; msg: string; cause?: string }[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line) as never) });
    const trouble = new Trouble(logger, 'The feed');
    trouble.over();
    for (let attempt = 0; attempt < 3; attempt += 1) trouble.seen(new TypeError('away'));
    trouble.over();
    trouble.over();
    trouble.seen('no error at all');
    expect(lines).toMatchObject([
      { level: 40, msg: expect.stringMatching(/^The feed is in trouble/), cause: 'TypeError: away' },
      { level: 30, msg: 'The feed is out of trouble.' },
      { level: 40, cause: expect.stringContaining('no error') },
    ]);
  });
});
