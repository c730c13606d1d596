import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Project {
  type: string;
  root: string;
  sourceRoot: string;
  /** Of an app: the file that starts it. */
  entryFile?: string;
  compilerOptions: { tsConfigPath: string };
}

const ROOT = join(import.meta.dirname, '../../..');
const { projects, ...byDefault } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as {
  projects: Record<string, Project>;
} & Omit<Project, 'type'>;

/** Of the browser: Vite builds it. */
const NOT_OF_NEST = ['console'];

const workspaces = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => !NOT_OF_NEST.includes(name))
    .filter((name) => existsSync(join(ROOT, folder, name, 'tsconfig.json')))
    .map((name) => ({ folder, name })),
);

describe('nest-cli.json', () => {
  it('names every app and library, and nothing else', () => {
    expect(Object.keys(projects).sort()).toEqual(workspaces.map(({ name }) => name).sort());
  });

  it.each(workspaces)('has the paths of $name', ({ folder, name }) => {
    const root = `${folder}/${name}`;
    expect(projects[name]).toEqual({
      type: folder === 'apps' ? 'application' : 'library',
      root,
      sourceRoot: `${root}/src`,
      ...(folder === 'apps' ? { entryFile: expect.any(String) } : {}),
      compilerOptions: { tsConfigPath: `${root}/tsconfig.json` },
    });
  });

  it.each(workspaces.filter(({ folder }) => folder === 'apps'))(
    'has an entry file that exists for $name',
    ({ name }) => {
      const { sourceRoot, entryFile } = projects[name] as Project;
      expect(existsSync(join(ROOT, sourceRoot, `${entryFile}.ts`))).toBe(true);
    },
  );

  it('defaults to the service in one process', () => {
    const { type: _, ...standalone } = projects['standalone'] as Project;
    expect(byDefault).toMatchObject(standalone);
  });
});
