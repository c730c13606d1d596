import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeService } from '../support/describe-service.js';

describeService('gateways in separate processes', (service) => {
  it('do not start on another pepper than the one that credentials depend on', async () => {
    const path = join(service.dataDirectory, 'development', 'pepper');
    const pepper = await readFile(path, 'utf8');
    await service.end('SIGTERM');
    await writeFile(path, 'another\n');
    expect(await service.refusal()).toMatch(
      /^The pepper file \S+ lacks the pepper [0-9a-f]{16}, which 5 live credentials depend on; put its line back\.$/m,
    );
    await writeFile(path, pepper);
    await service.begin();
  }, 240_000);
});
