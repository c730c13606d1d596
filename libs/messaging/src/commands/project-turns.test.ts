import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type CommandType } from '@service/contracts';
import { ProjectTurns } from './project-turns.js';

const soon = () => Date.now() + 10_000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let turns: ProjectTurns;
let begun: string[];
let ends: Map<string, () => void>;
let most: number;
let mayBegin: () => void;

/** Runs work that lasts until the test ends it. */
function run(
  name: string,
  project_id: string | null,
  type: CommandType = 'record.register',
  deadline = soon(),
) {
  const begin = () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return turns.run({ project_id, type, deadline }, begin, { most: () => most, mayBegin: () => mayBegin() });
}

beforeEach(() => {
  turns = new ProjectTurns(2);
  begun = [];
  ends = new Map();
  most = Infinity;
  mayBegin = () => undefined;
});

afterEach(async () => {
  // Those that begin meanwhile come behind.
  for (const end of ends.values()) {
    end();
    await settle();
  }
});

describe('the commands of a project', () => {
  it('begin in their order, so many at a time, and hold up no other project', async () => {
    for (const name of ['1', '2', '3', '4']) void run(name, 'prj_a');
    void run('other', 'prj_b');
    void run('own', null);
    expect(begun).toEqual(['1', '2', 'other', 'own']);
    ends.get('2')?.();
    await settle();
    expect(begun.slice(4)).toEqual(['3']);
    ends.get('1')?.();
    await settle();
    expect(begun.slice(5)).toEqual(['4']);
  });

  it('do not hold up those that take something away', () => {
    for (const name of ['1', '2', '3']) void run(name, 'prj_a');
    void run('revocation', 'prj_a', 'record.revoke');
    expect(begun).toEqual(['1', '2', 'revocation']);
  });

  it('do not hold up those for another owner, also where they take something away', () => {
    for (const name of ['1', '2', '3']) void run(name, 'prj_a', 'record.suspend');
    void run('revocation', 'prj_a', 'credential.revoke');
    expect(begun).toEqual(['1', '2', 'revocation']);
  });

  it('end at their deadline, also where no turn comes', async () => {
    for (const name of ['1', '2']) void run(name, 'prj_a');
    const late = run('late', 'prj_a', 'record.register', Date.now() + 5);
    await expect(late).rejects.toMatchObject({ why: { cause: 'command_not_answered' } });
    void run('next', 'prj_a');
    ends.get('1')?.();
    await settle();
    expect(begun).toEqual(['1', '2', 'next']);
  });

  it('are refused once too many wait', async () => {
    turns = new ProjectTurns(1, 1);
    for (const name of ['1', '2']) void run(name, 'prj_a');
    await expect(run('3', 'prj_a')).rejects.toMatchObject({ code: 'rate.limited' });
    void run('other', 'prj_b');
    expect(begun).toEqual(['1', 'other']);
  });

  it('do not begin after their deadline, and leave their turn to the next', async () => {
    for (const name of ['1', '2']) void run(name, 'prj_a');
    const late = run('late', 'prj_a', 'record.register', Date.now() - 1);
    void run('next', 'prj_a');
    ends.get('1')?.();
    await expect(late).rejects.toMatchObject({ why: { cause: 'command_not_answered' } });
    await settle();
    expect(begun).toEqual(['1', '2', 'next']);
  });

  it('are fewer at a time while the pace is slower, and those that take something away as many', async () => {
    turns = new ProjectTurns(3);
    most = 1;
    for (const name of ['1', '2', '3', '4', '5']) void run(name, 'prj_a');
    for (const name of ['first', 'second']) void run(name, 'prj_a', 'record.revoke');
    expect(begun).toEqual(['1', 'first', 'second']);
    ends.get('1')?.();
    await settle();
    expect(begun.slice(3)).toEqual(['2']);
    most = Infinity;
    ends.get('2')?.();
    await settle();
    expect(begun.slice(4)).toEqual(['3', '4', '5']);
  });

  it('begin with the next that comes where the pace has risen, also behind one that does not end', async () => {
    turns = new ProjectTurns(3);
    most = 1;
    for (const name of ['1', '2']) void run(name, 'prj_a');
    most = Infinity;
    for (const name of ['3', '4']) void run(name, 'prj_a');
    await settle();
    expect(new Set(begun)).toEqual(new Set(['1', '2', '3']));
  });

  it('that have waited begin only where their caller still may', async () => {
    mayBegin = () => {
      throw new ServiceError('credential.revoked');
    };
    for (const name of ['1', '2']) void run(name, 'prj_a');
    const refused = run('3', 'prj_a');
    ends.get('1')?.();
    await expect(refused).rejects.toMatchObject({ code: 'credential.revoked' });
    mayBegin = () => undefined;
    void run('4', 'prj_a');
    expect(begun).toEqual(['1', '2', '4']);
  });
});
