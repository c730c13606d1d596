import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { requireListedJars } from '../infra/kafka/listed-jars.ts';

const line = (name: string, content: string) =>
  `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
const sums = line('one.jar', 'one') + line('two.jar', 'two');

describe('the jars that Maven fetched', () => {
  let directory: string;
  beforeEach(async () => {
    directory = temporaryFolder();
    await writeFile(join(directory, 'one.jar'), 'one');
    await writeFile(join(directory, 'two.jar'), 'two');
  });

  it('are those that are listed', async () => {
    await expect(requireListedJars(directory, sums)).resolves.toBeUndefined();
  });

  it('are refused where one was changed, added or left out', async () => {
    await writeFile(join(directory, 'two.jar'), 'another');
    await expect(requireListedJars(directory, sums)).rejects.toThrow('two.jar, which Maven fetched');
    await writeFile(join(directory, 'two.jar'), 'two');
    await writeFile(join(directory, 'three.jar'), 'three');
    await expect(requireListedJars(directory, sums)).rejects.toThrow('three.jar, which Maven fetched');
    await rm(join(directory, 'three.jar'));
    await rm(join(directory, 'one.jar'));
    await expect(requireListedJars(directory, sums)).rejects.toThrow('Maven did not fetch one.jar');
  });
});
