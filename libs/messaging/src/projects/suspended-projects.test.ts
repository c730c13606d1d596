import { beforeEach, describe, expect, it } from '@jest/globals';
import { SuspendedProjects } from './suspended-projects.js';

const FORGED = 'service.event.forged';

let projects: SuspendedProjects;
beforeEach(() => {
  projects = new SuspendedProjects();
  happened(1, 'service.project.created');
});

function happened(version: number, type: string): void {
  projects.take({ stream_id: 'prj_1', version, type });
}

const codeOf = (): string => {
  try {
    projects.requireActive('prj_1');
    return 'active';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a project', () => {
  it('is active from a resumption to the next suspension', () => {
    expect(codeOf()).toBe('active');
    happened(2, 'service.project.suspended');
    expect(codeOf()).toBe('project.suspended');
    happened(3, 'service.project.resumed');
    expect(codeOf()).toBe('active');
  });

  it('stays as it is where an event comes twice', () => {
    happened(2, 'service.project.suspended');
    happened(2, 'service.project.suspended');
    happened(3, 'service.project.resumed');
    expect(codeOf()).toBe('active');
  });

  it.each([
    ['forged', () => happened(2, FORGED)],
    ['missing', () => happened(3, 'service.project.updated')],
  ])('is unavailable where an event is %s, which may have been a suspension', (_, tamper) => {
    tamper();
    expect(codeOf()).toBe('service.unavailable');
    happened(4, 'service.project.resumed');
    expect(codeOf()).toBe('service.unavailable');
    projects.clear();
    expect(codeOf()).toBe('active');
  });

  it('is not affected by events of other streams', () => {
    projects.take({ stream_id: 'aut_1', version: 7, type: 'service.authority.renewed' });
    projects.take({ stream_id: 'prj_2', version: 1, type: FORGED });
    expect(codeOf()).toBe('active');
  });
});
