import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@service/event-store';
import type { EventFeed } from '@service/messaging';
import { ProjectCounts } from './project-counts.js';

interface Fold {
  take(event: RecordedEvent): void;
  reset(): void;
}

describe('what is counted of a project', () => {
  let fold: Fold;
  let counts: ProjectCounts;
  beforeEach(() => {
    const feed = {
      fold: (_log: string, given: Fold) => {
        fold = given;
      },
    };
    counts = new ProjectCounts(feed as unknown as EventFeed);
    issue('crd_1', 'prj_1');
    issue('crd_2', 'prj_1');
    issue('crd_3', 'prj_2');
    issue('crd_op', null);
  });
  const happened = (stream_id: string, type: string, data: object = {}) =>
    fold.take({ stream_id, type: `service.credential.${type}`, data } as RecordedEvent);
  const issue = (id: string, project_id: string | null) => happened(id, 'issued', { project_id });

  it('is credentials that are neither revoked nor expired', () => {
    expect([
      counts.liveCredentials('prj_1'),
      counts.liveCredentials('prj_2'),
      counts.liveCredentials('prj_3'),
    ]).toEqual([2, 1, 0]);
    happened('crd_1', 'rotated');
    happened('crd_1', 'updated');
    expect(counts.liveCredentials('prj_1')).toBe(2);
    happened('crd_1', 'revoked');
    expect(counts.liveCredentials('prj_1')).toBe(1);
    happened('crd_2', 'expired');
    happened('crd_2', 'revoked');
    expect([counts.liveCredentials('prj_1'), counts.liveCredentials('prj_2')]).toEqual([0, 1]);
  });

  it('is elements of its authorities, without those in a wrong place', () => {
    const element = (stream_id: string, version: number, authority_id = stream_id) => {
      const content = JSON.stringify({ authority_id, project_id: 'prj_1', sequence: version });
      fold.take({ stream_id, version, type: 'service.authority.granted', element: content } as RecordedEvent);
    };
    element('aut_1', 1);
    element('aut_1', 2);
    element('aut_2', 1);
    element('aut_3', 1, 'aut_2');
    expect([counts.authorityElements('prj_1'), counts.authorityElements('prj_2')]).toEqual([3, 0]);
    expect(counts.liveCredentials('prj_1')).toBe(2);
    fold.reset();
    expect(counts.authorityElements('prj_1')).toBe(0);
  });

  it('is counted again after the log went back', () => {
    fold.reset();
    expect(counts.liveCredentials('prj_1')).toBe(0);
    issue('crd_1', 'prj_1');
    expect(counts.liveCredentials('prj_1')).toBe(1);
  });
});
