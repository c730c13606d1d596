import { describe, expect, it } from '@jest/globals';
import { readErasure } from './read-erasure.js';

describe('npm run erase', () => {
  it('takes an operator without a project, and everything else with one', () => {
    expect(readErasure(['--operator', 'opr_1'])).toEqual({ only: undefined, operatorId: 'opr_1' });
    const words = ['--project', 'prj_1', '--record', 'rec_1', '--environment', 'production'];
    expect(readErasure(words)).toEqual({
      only: 'production',
      subject: { kind: 'record', id: 'rec_1', projectId: 'prj_1' },
    });
    expect(readErasure(['--project', 'prj_1', '--address', '192.0.2.1'])).toMatchObject({
      history: { projectId: 'prj_1', address: '192.0.2.1' },
    });
  });

  it.each([
    ['2001:DB8:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('finds the address %s as the history stores it', (address, stored) => {
    expect(readErasure(['--project', 'prj_1', '--address', address])).toMatchObject({
      history: { address: stored },
    });
  });

  it.each(['192.0.2', '192.0.2.0/24', 'fe80::1%eth0', ''])('refuses the address “%s”', (address) => {
    expect(() => readErasure(['--project', 'prj_1', '--address', address])).toThrow('an IP address');
  });

  it.each([
    [],
    ['--project', 'prj_1'],
    ['--record', 'rec_1'],
    ['--address', '192.0.2.1'],
    ['--operator', 'opr_1', '--project', 'prj_1'],
    ['--operator', 'opr_1', '--before', '2030-01-01T00:00:00Z'],
    ['--operator'],
  ])('explains itself for %j', (...words) => {
    expect(() => readErasure(words)).toThrow('Use: npm run erase');
  });
});
