import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryDatabase } from '../support/databases.js';
import { TestService } from '../support/service.js';

/** Scripts that run until they are stopped. */
const FOREGROUND = ['start', 'start:distributed', 'start:app', 'kafka', 'rvs'];

describe('npm start', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ npmScript: 'start' });
  }, 240_000);
  afterAll(() => service?.dispose(), 60_000);

  it('ends all processes of the service and its databases with the process that it shows', async () => {
    const url = service.databaseUrl();
    expect(await queryDatabase(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const closed = new Promise<void>((resolve) => service.process.once('close', () => resolve()));
    await service.end('SIGTERM');
    // Every process that it started has the pipe of its output: they are all gone.
    await closed;
    await expect(fetch(service.baseUrl)).rejects.toThrow();
    await expect(queryDatabase(url, 'SELECT 1 AS one')).rejects.toThrow();
  });
});

it.each(FOREGROUND)('npm run %s runs in place of the shell, which would keep signals to itself', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts[name]).toMatch(/^exec node /);
});
