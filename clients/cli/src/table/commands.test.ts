import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { bashScript, fishScript, zshScript } from '../completion/scripts.js';
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
    expect(read('records', 'list', '--state', 'active,revoked').values).toEqual({
      state: ['active,revoked'],
    });
    expect(() => read('records', 'list', '--state', 'actve')).toThrow(/^--state takes active, suspended/);
  });

  it.each([
    [['records', 'list', '--what'], /^Unknown option '--what'\. See rvs records list --help\.$/],
    [
      ['records', 'list', '--externalId', 'a'],
      /^Unknown option '--externalId'\. Did you mean --external-id\? See/,
    ],
    [['records', 'list', '--external_id=a'], / Did you mean --external-id\? /],
    [['verify', '--extrenal-id', 'a'], / Did you mean --external-id\? /],
    [['verify', '--external', 'a'], / Did you mean --external-id\? /],
    [['records', 'import', '--isuer', 'a'], / Did you mean --issuer\? /],
    [['records', 'list', '--limit'], /^Option '--limit <value>' argument missing/],
  ])('is wrong as %j', (words, sentence) => expect(() => read(...words)).toThrow(sentence));
});

describe('the completion', () => {
  const run = (...words: [string, ...string[]]) => {
    const { stdout, stderr } = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });
    if (stderr !== '') throw new Error(stderr);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const quoted = (line: string) =>
    line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
  const SHELLS = {
    bash: (line: string) => {
      const typed = `COMP_WORDS=(${quoted(line)}); COMP_CWORD=${line.split(' ').length - 1}; _rvs`;
      return run(
        'bash',
        '--norc',
        '-c',
        `${bashScript(COMMANDS)}\n${typed}; printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    },
    // Outside of its line editor: what it offers, of which the editor shows what fits.
    zsh: (line: string) => {
      const last = line.split(' ').at(-1) ?? '';
      const outside = 'compdef() { : }; compadd() { shift; print -l -- "$@" }; _files() { : }';
      const typed = `words=(${quoted(line)}); CURRENT=$#words; _rvs`;
      return run('zsh', '-f', '-c', `${outside}\n${zshScript(COMMANDS)}\n${typed}`).filter((word) =>
        word.startsWith(last),
      );
    },
    fish: (line: string) =>
      run('fish', '--no-config', '-c', `${fishScript(COMMANDS)}\ncomplete -C '${line}'`).map(
        (choice) => choice.split('\t')[0],
      ),
  };

  describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('of %s', (shell) => {
    const isHere = spawnSync(shell, ['-c', 'true']).status === 0;
    if (!isHere) process.stderr.write(`The completion of ${shell} was not run: there is no ${shell}.\n`);

    (isHere ? it : it.skip).each<[string, string[]]>([
      ['rvs rec', ['records']],
      ['rvs records am', ['amend']],
      ['rvs records list --sta', ['--state']],
      ['rvs records list --state sus', ['suspended']],
      ['rvs records list --limit 5 --al', ['--all']],
      ['rvs replays lis', ['list']],
      ['rvs completion z', ['zsh']],
    ])('completes %j', (line, words) => expect(SHELLS[shell](line)).toEqual(words));
  });
});
