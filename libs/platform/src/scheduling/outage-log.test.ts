import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/create-logger.js';
import { OutageLog } from './outage-log.js';

describe('an outage that lasts', () => {
  it('is logged once, and once when it is over', () => {
    const lines: { level: number; msg: string; cause?: string }[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line) as never) });
    const outage = new OutageLog(logger, 'The feed');
    outage.over();
    for (let attempt = 0; attempt < 3; attempt += 1) outage.seen(new TypeError('away'));
    outage.over();
    outage.over();
    outage.seen('no error at all');
    expect(lines).toMatchObject([
      { level: 'warn', msg: expect.stringMatching(/^The feed is failing/), cause: 'TypeError: away' },
      { level: 'info', msg: 'The feed works again.' },
      { level: 'warn', cause: expect.stringContaining('no error') },
    ]);
  });
});
