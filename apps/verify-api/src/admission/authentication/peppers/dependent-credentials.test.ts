import { describe, expect, it } from '@jest/globals';
import type { CredentialSnapshot } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { countByPepper, requirePeppers } from './dependent-credentials.js';
import { Pepper } from './pepper.js';
import { Peppers } from './peppers.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const BEFORE = '2026-11-21T11:59:59.999Z';
const AFTER = '2026-11-21T12:00:00.001Z';

const [newId, oldId] = ['new', 'old'].map((secret) => new Pepper(secret).id) as [string, string];

function credential(
  secrets: [pepperId: string, worksUntil: string | null][],
  changes: Partial<CredentialSnapshot> = {},
): CredentialSnapshot {
  return {
    state: 'active',
    expires_at: null,
    ...changes,
    secrets: secrets.map(([pepper_id, works_until]) => ({ key_id: 'k', hmac: '', pepper_id, works_until })),
  } as CredentialSnapshot;
}

const counted = (...credentials: CredentialSnapshot[]) => Object.fromEntries(countByPepper(credentials, NOW));

describe('the credentials that depend on a pepper', () => {
  it('are live and have a valid secret under it', () => {
    expect(
      counted(credential([[oldId, null]]), credential([[oldId, null]]), credential([[newId, null]])),
    ).toEqual({
      [oldId]: 2,
      [newId]: 1,
    });
  });

  it('are neither revoked nor expired', () => {
    expect(
      counted(
        credential([[oldId, null]], { state: 'revoked' }),
        credential([[oldId, null]], { state: 'expired' }),
        credential([[oldId, null]], { expires_at: BEFORE }),
        credential([[newId, null]], { expires_at: AFTER }),
      ),
    ).toEqual({ [newId]: 1 });
  });

  it('include a rotating one until its overlap ends, counted once where both secrets are under it', () => {
    expect(
      counted(
        credential([
          [newId, null],
          [oldId, AFTER],
        ]),
      ),
    ).toEqual({ [newId]: 1, [oldId]: 1 });
    expect(
      counted(
        credential([
          [newId, null],
          [oldId, BEFORE],
        ]),
      ),
    ).toEqual({ [newId]: 1 });
    expect(
      counted(
        credential([
          [newId, null],
          [newId, AFTER],
        ]),
      ),
    ).toEqual({ [newId]: 1 });
  });
});

describe('a start', () => {
  const require = (secrets: string[], ...credentials: CredentialSnapshot[]) =>
    requirePeppers(new Peppers(secrets, 'PEPPER_FILE (/pepper)'), credentials, NOW);

  it('succeeds with every pepper that a live credential needs', () => {
    const credentials = [credential([[oldId, null]]), credential([['lost', null]], { state: 'revoked' })];
    expect(() => require(['new', 'old'], ...credentials)).not.toThrow();
    expect(() => require(['new'])).not.toThrow();
  });

  it('is refused with the file, the pepper and the number of credentials', () => {
    expect(() => require(['new'], credential([[oldId, null]]), credential([[oldId, null]]))).toThrow(
      new StartError(
        `PEPPER_FILE (/pepper) lacks the pepper ${oldId}, which 2 live credentials depend on; put its line back.`,
      ),
    );
    expect(() => require(['new'], credential([[oldId, null]]))).toThrow('1 live credential depends on');
  });
});
