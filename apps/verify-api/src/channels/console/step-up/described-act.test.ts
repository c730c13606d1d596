import { describe, expect, it } from '@jest/globals';
import type { ProjectSnapshot } from '@service/contracts';
import { catalogue } from '../../../interface/catalogue/catalogue.js';
import { DescribedActs } from './described-act.js';

const operator = { grants: [{ project_id: 'prj_1', role: 'admin' as const }] };
const directory = { project: (id: string) => ({ id, name: `Name of ${id}` }) as ProjectSnapshot };
const acts = new DescribedActs(catalogue, directory);
const described = (method: string, path: string, projectId: string | null = 'prj_1') =>
  acts.describe({ method, path, projectId }, operator);

describe('an act in words', () => {
  it('names the operation, the record and the project', () => {
    expect(described('POST', '/v1/records/rec_1/revoke?a=1')).toEqual({
      summary: 'Revoke a record, which is final',
      subject: 'rec_1',
      project: 'Name of prj_1',
    });
  });

  it('is that of the batch for the path of a batch', () => {
    expect(described('POST', '/v1/records/batch/revoke')).toMatchObject({
      summary: expect.stringContaining('100 records'),
      subject: null,
    });
  });

  it('names what a person does with its own keys', () => {
    expect(described('DELETE', 'api/keys/sha256%3Aab', null)).toEqual({
      summary: 'Remove one of the keys with which you sign in',
      subject: 'sha256:ab',
      project: null,
    });
  });

  it.each([
    ['GET', '/v1/records'],
    ['POST', '/v1/records/verify'],
    ['PATCH', '/v1/records/rec_1'],
    ['POST', '/v1/records/rec_1/revoke/more'],
    ['POST', '/v1/records/a harmless one/revoke'],
    ['POST', '/v1/records/%20harmless/revoke'],
    ['POST', 'x/v1/records'],
  ])('is none for what needs no proof, or has no id: %s %s', (method, path) => {
    expect(() => described(method, path)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  it('names no project in which the person has no role', () => {
    expect(() => described('POST', '/v1/records', 'prj_2')).toThrow(
      expect.objectContaining({ code: 'project.not_found' }),
    );
  });
});
