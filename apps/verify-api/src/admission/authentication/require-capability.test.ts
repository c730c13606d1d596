import { describe, expect, it } from '@jest/globals';
import type { HeldCapability } from '@service/contracts';
import { requireCapability } from './authenticator.js';
import type { Caller } from './caller.js';

const caller: Pick<Caller, 'capabilities'> = { capabilities: ['verify', 'read'] };

describe('a capability', () => {
  it('that is missing is refused, with the needed and the held capabilities', () => {
    expect(() => requireCapability(caller, 'read')).not.toThrow();
    for (const capability of ['write', 'operator', 'audit'] satisfies HeldCapability[]) {
      expect(() => requireCapability(caller, capability)).toThrow(
        expect.objectContaining({
          code: 'authority.insufficient_scope',
          extras: { scope_required: capability, scope_held: ['verify', 'read'] },
        }),
      );
    }
  });
});
