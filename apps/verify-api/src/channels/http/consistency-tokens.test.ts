import { describe, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { ConsistencyTokens } from './consistency-tokens.js';

const tokens = new ConsistencyTokens(new Peppers(['secret']));
const VERSIONS = new Map([
  ['rec_example', 3],
  ['aut_01M7YP2VR8Q6W9K2T4X7Z0ABCD', 1],
  ['aut_01M7YP2VR8Q6W9K2T4X7Z0ABCE', 123_456_789],
]);

const invalid = expect.objectContaining({
  code: 'request.invalid',
  extras: { details: [expect.objectContaining({ field: 'Service-Consistency-Token' })] },
});
const expectRefusal = (token: string, projectId: string | null = 'prj_1') =>
  expect(() => tokens.read(token, projectId)).toThrow(invalid);

describe('a consistency token', () => {
  it.each(['prj_1', null])('holds the versions that were written in project %j', (projectId) => {
    expect(new Map(tokens.read(tokens.sign(projectId, VERSIONS), projectId))).toEqual(VERSIONS);
  });

  it('is accepted by every replica with the same pepper, and by no other', () => {
    const token = new ConsistencyTokens(new Peppers(['secret'])).sign('prj_1', VERSIONS);
    expect(tokens.read(token, 'prj_1').get('rec_example')).toBe(3);
    expectRefusal(new ConsistencyTokens(new Peppers(['other'])).sign('prj_1', VERSIONS));
  });

  it('is accepted by a replica that has its pepper, even if another one signs', () => {
    const replica = (...secrets: string[]) => new ConsistencyTokens(new Peppers(secrets));
    const [before, between, after] = [replica('secret'), replica('secret', 'new'), replica('new', 'secret')];
    for (const signer of [before, between, after]) {
      const token = signer.sign('prj_1', VERSIONS);
      for (const reader of [between, after]) expect(new Map(reader.read(token, 'prj_1'))).toEqual(VERSIONS);
    }
    expect(() => before.read(after.sign('prj_1', VERSIONS), 'prj_1')).toThrow(invalid);
  });

  it('is refused in another project, and without a project', () => {
    const token = tokens.sign('prj_1', VERSIONS);
    for (const projectId of ['prj_2', 'prj_', 'prj_11', null]) expectRefusal(token, projectId);
    expectRefusal(tokens.sign(null, VERSIONS), 'prj_1');
  });

  it('is refused if any character was changed', () => {
    const token = tokens.sign('prj_1', VERSIONS);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expectRefusal(token.slice(0, index) + other + token.slice(index + 1));
    }
  });

  it.each(['', 'v1', 'v1..', 'v2.a.b', 'Bearer', '😀', `v1.a.${'a'.repeat(43)}`, `v1.a.${'a'.repeat(42)}é`])(
    'is not %j',
    (text) => expectRefusal(text),
  );

  it('is refused if doubled, extended or truncated', () => {
    const token = tokens.sign('prj_1', VERSIONS);
    for (const text of [`${token}, ${token}`, `${token}A`, ` ${token}`, token.slice(0, -1), `${token}=`]) {
      expectRefusal(text);
    }
  });

  it('for a whole batch fits into any header: 3 KB, and never more than 8', () => {
    const ids = Array.from({ length: 100 }, () => newId('record'));
    const batch = new Map(ids.map((id) => [id, 1]));
    const token = tokens.sign('prj_01M7YP2VR8Q6W9K2T4X7Z0ABCD', batch);
    expect(token.length).toBeLessThan(3_000);
    expect(new Map(tokens.read(token, 'prj_01M7YP2VR8Q6W9K2T4X7Z0ABCD'))).toEqual(batch);
    const unlike = new Map(ids.map((id, index) => [`${index}${id}`, 999_999_999]));
    expect(tokens.sign('prj_1', unlike).length).toBeLessThan(8_192);
  });
});
