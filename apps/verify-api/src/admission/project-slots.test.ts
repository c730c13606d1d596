import { expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { RequestContext } from '../interface/request-context.js';
import { ProjectSlots } from './project-slots.js';

/** A request of a project. */
function requestOf(projectId: string, more: Partial<RequestContext> = {}): RequestContext {
  const caller = { projectId, actor: { type: 'credential' } };
  return { caller, deadline: Infinity, requireStillAdmitted: () => undefined, ...more } as RequestContext;
}

it('lets each project do something a few times at once, in order', async () => {
  const slots = new ProjectSlots(2);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const run = (project: string, name: string) =>
    slots.run(requestOf(project), () => {
      begun.push(name);
      return new Promise<void>((done) => end.set(name, done));
    });
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end.get('a2')?.();
  await all[1];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) end.get(name)?.();
  await Promise.all([all[0], all[2], all[4]]);
  await new Promise(setImmediate);
  expect(begun.at(-1)).toBe('a4');
  end.get('a4')?.();
  await Promise.all(all);
});

it('gives the slot of what failed to the next', async () => {
  const slots = new ProjectSlots(1);
  const failing = slots.run(requestOf('a'), () => Promise.reject(new Error('failed')));
  const next = slots.run(requestOf('a'), async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

it('does nothing for whoever was refused, or answered, while they waited', async () => {
  const slots = new ProjectSlots(1);
  const revoked = new ServiceError('credential.revoked');
  const refusing = () => {
    throw revoked;
  };
  let done = 0;
  const work = async () => (done += 1);
  const first = slots.run(requestOf('a', { requireStillAdmitted: refusing, deadline: 0 }), work);
  const refused = slots.run(requestOf('a', { requireStillAdmitted: refusing }), work);
  const late = slots.run(requestOf('a', { deadline: 0 }), work);
  await expect(refused).rejects.toBe(revoked);
  await expect(late).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(await first).toBe(1);
  expect(await slots.run(requestOf('a'), work)).toBe(2);
});
