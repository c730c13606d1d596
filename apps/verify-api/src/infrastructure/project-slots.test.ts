import { expect, it } from '@jest/globals';
import { ProjectSlots } from './project-slots.js';

it('lets each project do something a few times at once, in order', async () => {
  const slots = new ProjectSlots(2);
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const run = (project: string, name: string) =>
    slots.run(project, () => {
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
  const failing = slots.run('a', () => Promise.reject(new Error('failed')));
  const next = slots.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
