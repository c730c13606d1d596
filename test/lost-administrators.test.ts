import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';

const COMMAND = 'standalone/commands/credentials.js';

describeProject('a project whose administrators are gone', (service, fixture) => {
  it('gets another one by a command on the host, which its history and its events name', async () => {
    const { body: current } = await fixture.admin.get('/v1/projects/current');
    const own = `/v1/credentials/${current['credential_id']}/revoke`;
    expect((await fixture.admin.post(own, { reason: 'lost' })).status).toBe(200);
    const said = await service.command(COMMAND, 'issue-admin', 'development', fixture.projectId);
    const token = said.trim();
    expect(token).toMatch(/^svc_dev_\w+$/);
    const admin = fixture.anonymous.as(token);
    const credential = await eventually(async () => {
      const { status, body } = await admin.get('/v1/projects/current');
      expect(status).toBe(200);
      return String(body['credential_id']);
    });
    expect((await admin.get(`/v1/credentials/${credential}`)).body).toMatchObject({
      name: 'Admin issued on the host',
      authorities: null,
      allowed_ips: null,
      expires_at: null,
      issued_by: null,
    });
    const { body: lines } = await fixture.auditor.get(`/v1/interactions?subject=${credential}`);
    expect(lines['data']).toContainEqual(
      expect.objectContaining({
        actor: { type: 'service', id: 'host' },
        operation: 'credentials.issue',
        subjects: [credential],
        outcome: 'succeeded',
      }),
    );
    await eventually(async () => {
      const { body } = await admin.get(`/v1/events?subject_id=${credential}`);
      expect(body['data']).toMatchObject([{ type: 'service.credential.issued' }]);
    });
  });

  it('is told where there is no such project', async () => {
    const { code, output, errors } = await service.outcome(COMMAND, 'issue-admin', 'development', 'prj_none');
    expect([code, output, errors.trim()]).toEqual([1, '', 'There is no such project.']);
  });
});
