import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type ProjectEvent, type ProjectSnapshot } from '@service/contracts';
import { givenFor } from '@service/testing';
import { MemoryStore } from '../testing/memory-store.js';
import { REASON, sendersOn } from '../testing/senders.js';
import { decide, evolve, type ProjectCommand } from './project.decider.js';

const given = givenFor({ decide, evolve });
const occurred_at = '2026-11-21T12:00:00.000Z';
const facts = { now: new Date(occurred_at), project_id: 'prj_1' };

const created: ProjectEvent = {
  type: 'service.project.created',
  project_id: 'prj_1',
  name: 'Registry',
  quota: {},
  max_credential_days: null,
  occurred_at,
};
const blocked = (subject: string): ProjectEvent => ({
  type: 'service.project.subject_blocked',
  subject,
  reason: REASON,
  occurred_at,
});
const unblocked = (subject: string): ProjectEvent => ({
  ...(blocked(subject) as Extract<ProjectEvent, { subject: string }>),
  type: 'service.project.subject_unblocked',
});
const change =
  (type: 'project.block_subject' | 'project.unblock_subject') =>
  (subject: string): ProjectCommand => ({
    type,
    payload: { subject, reason: REASON, expected_version: null },
  });
const block = change('project.block_subject');
const unblock = change('project.unblock_subject');
const suspended: ProjectEvent = { type: 'service.project.suspended', reason: REASON, occurred_at };

const subjectsAfter = (...history: ProjectEvent[]) =>
  history.reduce<ProjectSnapshot | null>(evolve, null)?.blocked_subjects;

describe('a subject', () => {
  it.each(['auth0|1', '__proto__', 'constructor', ' ', '~', 'x'.repeat(255)])(
    'is blocked and unblocked: %s',
    (subject) => {
      given(created).when(block(subject), facts).then(blocked(subject));
      given(created, blocked('other'), blocked(subject))
        .when(unblock(subject), facts)
        .then(unblocked(subject));
    },
  );

  it('stays as it is, without a new version, where it is so already', () => {
    given(created, blocked('one')).when(block('one'), facts).then([]);
    given(created).when(unblock('one'), facts).then([]);
  });

  it('is another one in other letters, or with a space', () => {
    for (const other of ['One', 'one ', 'on']) {
      given(created, blocked('one')).when(block(other), facts).then(blocked(other));
    }
  });

  it.each(['', 'x'.repeat(256), 'é', 'a\n', 'a\u0000', '\u{1F600}'])(
    'cannot be %j, which no issuer may use',
    (subject) => {
      for (const command of [block(subject), unblock(subject)]) {
        given(created)
          .when(command, facts)
          .fails('request.invalid', {
            details: [{ field: 'subject', issue: 'must be a text of 1 to 255 printable ASCII characters' }],
          });
      }
    },
  );

  it('is blocked in a suspended project too, which may be resumed', () => {
    given(created, suspended).when(block('one'), facts).then(blocked('one'));
  });

  it('of a missing project is not found', () => {
    given().when(block('one'), facts).fails('project.not_found');
  });
});

describe('the blocked subjects of a project', () => {
  it('are none at first, and then in the order in which they were blocked', () => {
    expect(subjectsAfter(created)).toEqual([]);
    expect(subjectsAfter(created, blocked('b'), blocked('a'), blocked('c'))).toEqual(['b', 'a', 'c']);
    expect(subjectsAfter(created, blocked('b'), blocked('a'), unblocked('b'), blocked('b'))).toEqual([
      'a',
      'b',
    ]);
    expect(subjectsAfter(created, blocked('a'), suspended)).toEqual(['a']);
  });

  it('are 200 at most, each of which can still be blocked again and unblocked', () => {
    const history = [created, ...Array.from({ length: 200 }, (_, index) => blocked(`s${index}`))];
    given(history.slice(0, -1)).when(block('last'), facts).then(blocked('last'));
    given(history).when(block('s200'), facts).fails('project.limit_reached');
    given(history).when(block('s199'), facts).then([]);
    given(history).when(unblock('s0'), facts).then(unblocked('s0'));
    given(history, unblocked('s0')).when(block('s200'), facts).then(blocked('s200'));
  });
});

describe('a project that was changed 2,000 times', () => {
  const project = { ...evolve(evolve(null, created), blocked('one')), version: 2_000 };

  it('unblocks no subject any more, and still blocks some', () => {
    expect(() => decide(project, unblock('one'), facts)).toThrow(
      expect.objectContaining({ code: 'project.limit_reached' }),
    );
    expect(decide(project, block('two'), facts)).toEqual([blocked('two')]);
    expect(decide({ ...project, version: 1_999 }, unblock('one'), facts)).toEqual([unblocked('one')]);
  });
});

describe('a caller', () => {
  let send: ReturnType<typeof sendersOn>;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error as ServiceError).code,
    );

  beforeEach(async () => {
    send = sendersOn(new MemoryStore());
    await send.create('prj_1');
    await send.create('prj_2');
  });

  it('blocks subjects of its own project alone, and an operator those of every one', async () => {
    expect(await send.block('prj_1', 'one', 'prj_1')).toMatchObject({
      blocked_subjects: ['one'],
      version: 2,
    });
    expect(await codeOf(send.block('prj_1', 'two', 'prj_2'))).toBe('project.not_found');
    expect(await send.block('prj_1', 'two', null)).toMatchObject({ blocked_subjects: ['one', 'two'] });
  });

  it('changes one version, even where nothing would change', async () => {
    await send.block('prj_1', 'one', 'prj_1', 1);
    expect(await codeOf(send.block('prj_1', 'two', 'prj_1', 1))).toBe('project.version_conflict');
    expect(await codeOf(send.block('prj_1', 'one', 'prj_1', 1))).toBe('project.version_conflict');
    expect(await send.block('prj_1', 'one', 'prj_1', 2)).toMatchObject({ version: 2 });
  });

  it('of a suspended project is refused, and an operator is not', async () => {
    await send.pause('prj_1');
    expect(await codeOf(send.block('prj_1', 'one', 'prj_1'))).toBe('project.suspended');
    expect(await send.block('prj_1', 'one', null)).toMatchObject({ blocked_subjects: ['one'] });
  });
});
