import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeService } from '../support/describe-service.js';

describeService('gateways in separate processes', (service) => {
  it('do not start on another pepper than the one that credentials depend on', async () => {
    const path = join(service.dataDirectory, 'development', 'pepper');
    const pepper = await readFile(path, 'utf8');
    const { hostname, port } = new URL(service.baseUrl);
    const unfinished = connect(Number(port), hostname)
      .on('error', () => undefined)
      .resume();
    await once(unfinished, 'connect');
    unfinished.write('POST /v1/records/verify HTTP/1.1\r\nhost: service\r\ncontent-length: 10\r\n\r\n{');
    const answered = once(unfinished, 'close');
    const ended = service.end('SIGTERM');
    // One that is killed while it waits for this request must not hinder a start with other keys.
    await eventually(async () => (await holders()) === 0);
    expect(unfinished.closed).toBe(false);
    await Promise.all([ended, answered]);
    await writeFile(path, 'another\n');
    expect(await service.refusal()).toMatch(
      /^The pepper file \S+ lacks the pepper [0-9a-f]{16}, which 5 live credentials depend on; put its line back\.$/m,
    );
    await writeFile(path, pepper);
    await service.begin();
  }, 240_000);

  async function holders(): Promise<number> {
    const [row] = await service.sql<{ count: number }>('SELECT count(*)::int FROM verify_api.key_holders');
    return row?.count ?? 0;
  }
});
