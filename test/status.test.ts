import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';

describeProject('the status', (_service, fixture) => {
  it('says to any caller how far the views and the log are behind', async () => {
    await eventually(async () => {
      const { status, body } = await fixture.verifier.get('/v1/status');
      expect(status).toBe(200);
      expect(body['views'].map(({ stale }: { stale: boolean }) => stale)).toEqual(Array(5).fill(false));
      expect(body['log']).toMatchObject({ stale: false, origin: expect.any(String) });
      expect(body['log'].tree_size).toBeGreaterThan(0);
      expect(Math.abs(Date.parse(String(body['time'])) - Date.now())).toBeLessThan(60_000);
    });
    expect((await fixture.anonymous.get('/v1/status')).status).toBe(401);
  });
});
