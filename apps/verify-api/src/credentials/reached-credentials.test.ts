import { describe, expect, it } from '@jest/globals';
import { reachesCredential } from './credentials.js';

const limited = { credentialId: 'crd_1', projectId: 'prj_1', authorities: ['aut_1', 'aut_2'] };
const credential = (id: string, authorities: string[] | null, project_id: string | null = 'prj_1') => ({
  id,
  project_id,
  authorities,
});

describe('a caller that is limited to some authorities', () => {
  it.each([['aut_1'], ['aut_2', 'aut_1']])('sees a credential that is limited to %j', (...authorities) => {
    expect(reachesCredential(limited, credential('crd_2', authorities))).toBe(true);
  });

  it('sees itself', () => {
    expect(reachesCredential({ ...limited, authorities: ['aut_3'] }, credential('crd_1', ['aut_1']))).toBe(
      true,
    );
  });

  it.each([null, ['aut_3'], ['aut_1', 'aut_3']])('does not see a credential of %j', (authorities) => {
    expect(reachesCredential(limited, credential('crd_2', authorities))).toBe(false);
  });
});

describe('an unlimited caller', () => {
  const unlimited = { ...limited, authorities: null };

  it('sees every credential of its project, and none of another or of an operator', () => {
    expect(reachesCredential(unlimited, credential('crd_2', null))).toBe(true);
    expect(reachesCredential(unlimited, credential('crd_2', null, 'prj_2'))).toBe(false);
    expect(reachesCredential(unlimited, credential('crd_2', null, null))).toBe(false);
  });
});
