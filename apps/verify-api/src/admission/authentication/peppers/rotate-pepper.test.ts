import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { Pepper } from './pepper.js';
import { rotatePeppers } from './rotate-pepper.js';

let directory: string;
let said: string[];

beforeEach(() => {
  directory = temporaryFolder();
  said = [];
});

const fileOf = (environment: string) => join(directory, environment, 'pepper');
const linesOf = async (environment: string) => (await readFile(fileOf(environment), 'utf8')).split('\n');
const rotate = (names: string[] = [], variables: NodeJS.ProcessEnv = {}) =>
  rotatePeppers({ DATA_DIR: directory, ...variables }, names, (sentence) => said.push(sentence));

async function write(environment: string, content: string): Promise<void> {
  await mkdir(join(directory, environment), { recursive: true });
  await writeFile(fileOf(environment), content);
}

describe('a rotation of peppers', () => {
  it('puts a new line before the others of every environment, for the owner alone', async () => {
    await write('development', 'older');
    await write('production', 'old\n\nolder\n');
    await rotate();
    const [[first = ''], [second = '']] = [await linesOf('development'), await linesOf('production')];
    expect(await linesOf('development')).toEqual([first, 'older', '']);
    expect(await linesOf('production')).toEqual([second, 'old', 'older', '']);
    expect((await stat(fileOf('production'))).mode & 0o777).toBe(0o600);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(said[0]).toContain(`development: the pepper ${new Pepper(first).id} is now the first line`);
    expect(said[1]).toContain('the 2 before stay below it.');
    expect(said.join('\n')).not.toContain(first);
  });

  it('changes only the named environments', async () => {
    await write('development', 'old');
    await write('production', 'old');
    await rotate(['production']);
    expect([await linesOf('development'), (await linesOf('production')).length]).toEqual([['old'], 3]);
  });

  it('changes nothing where one of them cannot be rotated', async () => {
    await write('development', 'old');
    await expect(rotate()).rejects.toThrow(`The pepper file ${fileOf('production')} has no pepper yet`);
    await expect(rotate(['staging'])).rejects.toThrow('There is no environment staging here');
    await expect(rotate(['production'], { ENVIRONMENTS: 'development' })).rejects.toThrow('ENVIRONMENTS are');
    await expect(rotate([], { PEPPER_FILE_PRODUCTION: '/run/pepper' })).rejects.toThrow(
      'PEPPER_FILE (/run/pepper) is your own file',
    );
    expect(await linesOf('development')).toEqual(['old']);
  });
});
