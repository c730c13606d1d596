import { describe, expect, it } from '@jest/globals';
import { actDigest, namedAct } from './act-digest.js';

const act = { method: 'POST', path: '/v1/credentials?a=1', projectId: 'prj_1', body: Buffer.from('{"a":1}') };
const digest = actDigest('production', namedAct(act));

describe('the digest of an act', () => {
  it('is that which the browser named before it acted', () => {
    const bodyDigest = 'sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862';
    const { body: _, ...rest } = act;
    expect(actDigest('production', { ...rest, bodyDigest })).toBe(digest);
  });

  it.each([
    { method: 'DELETE' },
    { path: '/v1/credentials?a=2' },
    { path: '/v1/credentials' },
    { projectId: 'prj_2' },
    { projectId: null },
    { body: Buffer.from('{"a":2}') },
    { body: null },
  ])('is another one for another act: %j', (changed) => {
    expect(actDigest('production', namedAct({ ...act, ...changed }))).not.toBe(digest);
  });

  it('is another one in another environment', () => {
    expect(actDigest('development', namedAct(act))).not.toBe(digest);
  });
});
