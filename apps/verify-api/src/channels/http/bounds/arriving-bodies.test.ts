import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ArrivingBodies } from './arriving-bodies.js';

const arriving = () => {
  const request = Object.assign(new EventEmitter(), {
    isDestroyed: false,
    destroy: () => {
      request.isDestroyed = true;
      request.emit('close');
    },
  });
  return request as unknown as IncomingMessage & { isDestroyed: boolean };
};

describe('the bodies that arrive', () => {
  it('are bounded, at the cost of the oldest of the network with the most', () => {
    const bodies = new ArrivingBodies(100);
    const [other, oldest, older, quick] = [arriving(), arriving(), arriving(), arriving()];
    bodies.add(other, 20, 'another');
    for (const request of [oldest, older]) bodies.add(request, 40, 'one');
    bodies.add(quick, 10, 'a third');
    expect([other, oldest, older, quick].map(({ isDestroyed }) => isDestroyed)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(bodies.bytes).toBe(70);
  });

  it('are counted until they have arrived', () => {
    const bodies = new ArrivingBodies(100);
    const first = arriving();
    bodies.add(first, 100, 'one');
    first.emit('end');
    first.emit('close');
    expect(bodies.bytes).toBe(0);
    bodies.add(arriving(), 100, 'one');
    expect(first.isDestroyed).toBe(false);
  });
});
