import { describe, expect, it } from '@jest/globals';
import { RenderTurns } from './render-turns.js';

describe('the turns of rendering', () => {
  it('go round the projects', async () => {
    const turns = new RenderTurns();
    const rendered: string[] = [];
    const render = (project: string, count: number) =>
      Array.from({ length: count }, () => turns.run(project, () => rendered.push(project)));
    await Promise.all([...render('a', 4), ...render('b', 2), ...render('c', 1)]);
    expect(rendered.join('')).toBe('abcabaa');
  });

  it('let the event loop go on after each slice', async () => {
    let now = 0;
    const turns = new RenderTurns(undefined, () => now);
    const order: string[] = [];
    const parts = Array.from({ length: 4 }, (_, index) =>
      turns.run('a', () => {
        now += 3;
        order.push(`part ${index}`);
        // Runs once the event loop has gone round.
        if (index === 0) setImmediate(() => order.push('a view is folded'));
      }),
    );
    await Promise.all(parts);
    expect(order).toEqual(['part 0', 'part 1', 'a view is folded', 'part 2', 'part 3']);
  });

  it('tell what rendering throws, and go on', async () => {
    const turns = new RenderTurns();
    const failing = turns.run('a', () => {
      throw new Error('no text');
    });
    const next = turns.run(null, () => 'text');
    await expect(failing).rejects.toThrow('no text');
    expect(await next).toBe('text');
  });
});
