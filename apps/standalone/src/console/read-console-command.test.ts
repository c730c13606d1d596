import { describe, expect, it } from '@jest/globals';
import { readConsoleCommand } from './read-console-command.js';

describe('npm run console', () => {
  it('invites an owner of all projects, or somebody with another role or project', () => {
    const read = (...options: string[]) => readConsoleCommand(['invite', 'production', ...options]);
    expect(read()).toEqual({ environment: 'production', grant: { project_id: null, role: 'owner' } });
    expect(read('--role', 'auditor').grant).toEqual({ project_id: null, role: 'auditor' });
    expect(read('--role=admin', '--project', 'prj_1').grant).toEqual({ project_id: 'prj_1', role: 'admin' });
  });

  it.each([
    [],
    ['invite'],
    ['invite', 'staging'],
    ['invite', 'development', 'prj_1'],
    ['invite', 'development', '--role', 'god'],
    ['invite', 'development', '--role'],
    ['invite', 'development', '--name', 'Ada'],
    ['remove', 'development'],
  ])('explains itself for %j', (...words) => {
    expect(() => readConsoleCommand(words)).toThrow('Use: npm run console -- invite <environment>');
  });
});
