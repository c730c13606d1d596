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
  it('are bounded, at the cost of the slowest', () => {
    const bodies = new ArrivingBodies(100);
    const [slow, slower, quick] = [arriving(), arriving(), arriving()];
    for (const request of [slower, slow]) bodies.add(request, 50);
    bodies.add(quick, 10);
    expect([slower, slow, quick].map(({ isDestroyed }) => isDestroyed)).toEqual([true, false, false]);
    expect(bodies.bytes).toBe(60);
  });

  it('are counted until they have arrived', () => {
    const bodies = new ArrivingBodies(100);
    const first = arriving();
    bodies.add(first, 100);
    first.emit('end');
    first.emit('close');
    expect(bodies.bytes).toBe(0);
    bodies.add(arriving(), 100);
    expect(first.isDestroyed).toBe(false);
  });
});
