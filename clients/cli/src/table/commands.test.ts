import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { bashScript, choicesOf, fishScript, zshScript } from '../completion/scripts.js';
import { helpOf, overview } from '../help.js';
import { findCommand, readCall } from '../read-call.js';
import { COMMANDS, GROUPS } from './commands.js';

const WIDEST = 130;

describe('the table of commands', () => {
  it('has each name once, and a summary for each', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(COMMANDS.filter(({ summary }) => summary === '')).toEqual([]);
  });

  it('takes no token as an option', () => {
    const options = COMMANDS.flatMap(({ options }) => Object.keys(options));
    expect(options.filter((name) => /^(token|secret|password|authorization)$/.test(name))).toEqual([]);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'makes the help of %s, and finds its work',
    async (name, command) => {
      const help = helpOf(command);
      expect(help).toMatch(new RegExp(`^rvs ${name}`));
      for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
      expect(help.split('\n').filter((line) => line.length > WIDEST)).toEqual([]);
      expect(findCommand(COMMANDS, [...name.split(' '), 'x'])).toEqual({ command, rest: ['x'] });
      expect(typeof (await command.load())).toBe('function');
    },
  );

  it('shows in its overview every command, or the group that it is in', () => {
    const text = overview(COMMANDS, GROUPS);
    for (const { name } of COMMANDS) {
      const group = name.split(' ')[0] ?? '';
      expect(text).toContain(`  ${Object.hasOwn(GROUPS, group) ? group : name} `);
    }
  });
});

describe('a call', () => {
  const read = (...words: string[]) => {
    const found = findCommand(COMMANDS, words);
    if (found === null) throw new Error('There is no such command.');
    return readCall(found.command, found.rest);
  };

  it('takes the values that an option has, several of them with commas', () => {
    expect(read('records', 'list', '--state', 'active,revoked').values).toEqual({ state: 'active,revoked' });
    expect(() => read('records', 'list', '--state', 'actve')).toThrow(/^--state takes active, suspended/);
  });

  it.each([
    [['records', 'list', '--what'], /^Unknown option '--what'\. See rvs records list --help\.$/],
    [['records', 'list', '--limit'], /^Option '--limit <value>' argument missing/],
  ])('is wrong as %j', (words, sentence) => expect(() => read(...words)).toThrow(sentence));
});

describe('the completion', () => {
  const hasShell = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

  it.each<[string, string[]]>([
    ['rvs rec', ['records']],
    ['rvs records am', ['amend']],
    ['rvs records list --sta', ['--state']],
    ['rvs records list --state sus', ['suspended']],
    ['rvs records list --limit 5 --al', ['--all']],
    ['rvs completion z', ['zsh']],
  ])('of bash completes %j', (line, words) => {
    const typed = line.split(' ');
    const probe = `COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}; _rvs; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${bashScript(COMMANDS)}\n${probe}`], {
      encoding: 'utf8',
    });
    expect([stderr, stdout.trim().split('\n')]).toEqual(['', words]);
  });

  it.each([
    ['zsh', zshScript],
    ['fish', fishScript],
  ])('of %s is a script of it, where it is installed, and knows every choice', (shell, script) => {
    const text = script(COMMANDS);
    for (const { after, words } of choicesOf(COMMANDS)) {
      expect(text).toContain(`'${after}'`);
      expect(text).toContain(`'${words.join(' ')}'`);
    }
    if (!hasShell(shell)) {
      process.stderr.write(`The completion of ${shell} was not run: there is no ${shell}.\n`);
      return;
    }
    expect(spawnSync(shell, ['-n', '-c', text], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});
