import { describe, expect, it } from '@jest/globals';
import { newCommand } from './new-command.js';

describe('a new command', () => {
  it('has an id, a deadline in eight seconds, and the members that its sender sets', () => {
    const before = Date.now();
    const command = newCommand('record.register', { origin: 'here' } as never, {
      key: 'rec_1',
      project_id: null,
      issued_by: 'crd_1',
      known_versions: { aut_1: 3 },
    });
    expect(command).toMatchObject({ type: 'record.register', key: 'rec_1', known_versions: { aut_1: 3 } });
    expect(command.id).toMatch(/^cmd_/);
    expect(command.deadline).toBeGreaterThanOrEqual(before + 8_000);
    expect(command.deadline).toBeLessThanOrEqual(Date.now() + 8_000);
    const bounded = newCommand('record.register', {} as never, {
      key: 'a',
      project_id: null,
      issued_by: 'crd_1',
      deadline: 5,
    });
    expect(bounded.deadline).toBe(5);
    expect(bounded.id).not.toBe(command.id);
  });
});
