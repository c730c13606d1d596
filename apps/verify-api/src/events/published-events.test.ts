import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { PublishedEventAuthentication } from '@service/messaging';
import type { Pool } from 'pg';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Call } from '../interface/call.js';
import type { EventQuery } from './event.query.js';
import type { EventWatch } from './event-watch.js';
import { PublishedEvents } from './published-events.js';

const NOTHING = { horizon: '7', is_ahead: false, is_gone: false, tx: null };
let taken: string[];
let published: PublishedEvents;

/** Events of a project that has none, where all places are taken. */
beforeEach(() => {
  taken = [];
  published = new PublishedEvents(
    { query: () => Promise.resolve({ rows: [NOTHING] }) } as unknown as Pool,
    {} as PublishedEventAuthentication,
    new Cursors(new Peppers(['pepper'])),
    { take: (projectId: string) => (taken.push(projectId), null) } as unknown as EventWatch,
  );
});

const poll = (wantedWait: () => number) => {
  const requestContext = { caller: { projectId: 'prj_1', actor: { type: 'credential' } } };
  const call = { projectId: 'prj_1', authorities: null, preferences: { wantedWait }, requestContext };
  return published.list(call as unknown as Call, { limit: 20 } as EventQuery);
};

describe('a poll for events', () => {
  it('takes a place only where it wants to wait', async () => {
    expect(JSON.parse(await poll(() => 0))).toMatchObject({ data: [] });
    expect(taken).toEqual([]);
    expect(JSON.parse(await poll(() => 5))).toMatchObject({ data: [] });
    expect(taken).toEqual(['prj_1']);
  });

  it('is refused for an invalid wait, also where there is no place', async () => {
    const invalid = poll(() => {
      throw new ServiceError('request.invalid');
    });
    await expect(invalid).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
