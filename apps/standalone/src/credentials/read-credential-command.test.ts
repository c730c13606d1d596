import { describe, expect, it } from '@jest/globals';
import { readCredentialCommand } from './read-credential-command.js';

describe('npm run credentials', () => {
  it('takes an environment and a project', () => {
    expect(readCredentialCommand(['issue-admin', 'production', 'prj_1'])).toEqual({
      environment: 'production',
      projectId: 'prj_1',
    });
  });

  it.each([
    [],
    ['issue-admin'],
    ['issue-admin', 'prj_1'],
    ['issue-admin', 'staging', 'prj_1'],
    ['issue-admin', 'development', 'prj_1', 'prj_2'],
    ['issue', 'development', 'prj_1'],
  ])('explains itself for %j', (...words) => {
    expect(() => readCredentialCommand(words)).toThrow(
      'Use: npm run credentials -- issue-admin <environment> <project>',
    );
  });
});
