import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { RECORD_ACTIONS } from '@service/evidence';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { issue, register, uniqueName } from './support/fixtures.js';
import { REVISIONS, callTool, openMcp } from './support/mcp-client.js';

describe.each(REVISIONS)('of revision %s,', (revision) => {
  describeProject('an agent', (service, fixture) => {
    let admin: Client;
    let verifier: Client;

    beforeAll(async () => {
      const { tokens } = service;
      admin = await openMcp(service, tokens.development.admin, revision);
      verifier = await openMcp(service, tokens.development.verify, revision);
    });

    afterAll(() => Promise.all([admin, verifier].map((client) => client.close())));

    it('sees the tools that its credential may call, few enough to read', async () => {
      const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
      expect(await namesOf(verifier)).toEqual([
        'verify_record',
        'verify_records',
        'read_evidence_bundle',
        'explain_error',
      ]);
      const readOnly = await openMcp(service, service.tokens.development.admin, revision, '?readonly=1');
      const reading = await namesOf(readOnly);
      await readOnly.close();
      expect(reading.length).toBeLessThanOrEqual(10);
      expect((await namesOf(admin)).filter((name) => !reading.includes(name))).toEqual([
        'register_record',
        ...RECORD_ACTIONS.map((action) => `${action}_record`),
        'create_link',
        'revoke_link',
      ]);
    });

    it('is refused as a caller of the API is, with the specification’s error', async () => {
      const refused = async (client: Client, name: string, args: Record<string, unknown>) => {
        const { body, isError, structured } = await callTool(client, name, args);
        expect([isError, structured]).toEqual([true, undefined]);
        return body['error'];
      };
      expect(
        await refused(verifier, 'revoke_record', { record_id: fixture.recordId, reason: 'x' }),
      ).toMatchObject({
        code: 'authority.insufficient_scope',
        scope_required: 'write',
        scope_held: ['verify'],
      });
      const reading = await openMcp(service, service.tokens.development.admin, revision, '?readonly=1');
      const inReading = await refused(reading, 'revoke_record', { record_id: fixture.recordId, reason: 'x' });
      await reading.close();
      expect(inReading).toMatchObject({ code: 'authority.insufficient_scope', scope_required: 'write' });
      for (const record_id of ['rec_example', 'rec_nope', 'x'])
        expect(await refused(verifier, 'verify_record', { record_id })).toMatchObject({
          code: 'record.not_found',
        });
      for (const [args, field] of [
        [{}, ''],
        [{ record_id: 7 }, 'record_id'],
        [{ record_id: 'rec_1', evidence_scope: ['state'] }, 'evidence_scope'],
        [{ record_id: 'rec_1', detail: 'all' }, 'detail'],
        [{ record_id: 'rec_1', colour: 1 }, 'colour'],
      ] as const) {
        const { code, details } = await refused(verifier, 'verify_record', args);
        expect([code, details[0].field]).toEqual(['request.invalid', field]);
      }
      const many = Array.from({ length: 21 }, () => ({ record_id: 'rec_1' }));
      expect(await refused(verifier, 'verify_records', { records: many })).toMatchObject({
        code: 'request.invalid',
      });
      expect(await refused(admin, 'list_records', { limit: 51 })).toMatchObject({ code: 'request.invalid' });
    });

    it('changes records, once for each idempotency key', async () => {
      const args = { authority_id: fixture.authorityId, origin: 'here', content: 'x', idempotency_key: 'k' };
      const { body: record } = await callTool(admin, 'register_record', args);
      expect((await callTool(admin, 'register_record', args)).body['id']).toBe(record['id']);
      const other = await callTool(admin, 'register_record', { ...args, content: 'y' });
      expect(other.body['error'].code).toBe('idempotency.key_reused');
      const suspend = { record_id: record['id'], reason: 'why', expected_version: 1 };
      expect((await callTool(admin, 'suspend_record', suspend)).body).toMatchObject({
        state: 'suspended',
        version: 2,
      });
      expect((await callTool(admin, 'suspend_record', suspend)).body['error'].code).toBe(
        'record.version_conflict',
      );
      const { body: verified } = await callTool(verifier, 'verify_record', { record_id: record['id'] });
      expect(verified['verdict']).toMatchObject({ result: 'failed', reasons: ['record.suspended'] });
    });

    it('makes a link whose secret is told once and kept nowhere, and revokes it', async () => {
      const sharer = await issue(fixture.admin, { capabilities: ['share', 'verify'] });
      const agent = await openMcp(service, sharer.token, revision);
      const reading = await openMcp(service, sharer.token, revision, '?readonly=1');
      const args = { record_id: fixture.recordId, proof: 'answer', idempotency_key: uniqueName() };
      expect((await callTool(reading, 'create_link', args)).body['error']).toMatchObject({
        code: 'authority.insufficient_scope',
        scope_required: 'share',
        scope_held: ['verify'],
      });
      expect((await callTool(verifier, 'create_link', args)).body['error'].scope_required).toBe('share');
      const { body: link } = await callTool(agent, 'create_link', args);
      const [, key = ''] =
        /^\/v\/development#(lnk_\w{26}_[\w-]{43})_rec_\w+_answer$/.exec(link['path']) ?? [];
      const open = () =>
        fixture.anonymous.call('POST', '/v/development/open', { headers: { authorization: `Link ${key}` } });
      expect((await open()).body).toHaveProperty('answer');
      expect((await callTool(agent, 'create_link', args)).body).toMatchObject({ id: link['id'], path: null });
      const { text } = await fixture.auditor.get('/v1/interactions?channel=mcp&operation=links.create');
      expect(text).toContain(link['id']);
      expect(text).not.toContain(key.slice(-43));
      const revoked = await callTool(agent, 'revoke_link', { link_id: link['id'], reason: 'sent astray' });
      expect(revoked.body['state']).toBe('revoked');
      await eventually(async () => (await open()).status === 404);
      await Promise.all([agent, reading].map((client) => client.close()));
    });

    it('gets texts of third parties as data, with what nobody sees made visible', async () => {
      const origin = 'safe\u202eevil\u200b\u{e0041}';
      const id = await register(fixture.admin, fixture.authorityId, { origin });
      const shown = 'safe\\u202eevil\\u200b\\udb40\\udc41';
      expect((await callTool(admin, 'read_record', { record_id: id })).body['origin']).toBe(shown);
      expect((await callTool(verifier, 'verify_record', { record_id: id })).structured).toMatchObject({
        origin: shown,
      });
      const { contents } = await admin.readResource({ uri: `record://${id}` });
      const { text } = contents[0] as { text: string };
      expect(text).toContain(shown);
      expect(JSON.parse(text)).toMatchObject({ origin });
    });

    it('leaves one line in the history for each message, with the tool’s operation, subjects and outcome', async () => {
      const told = await callTool(verifier, 'verify_record', { record_id: fixture.recordId });
      const refused = await callTool(verifier, 'read_record', { record_id: fixture.recordId });
      const lineOf = async (requestId: string) =>
        (await fixture.auditor.get(`/v1/interactions/${requestId}`)).body;
      expect(await lineOf(told.body['request_id'])).toMatchObject({
        channel: 'mcp',
        operation: 'records.verify',
        subjects: [fixture.recordId],
        outcome: 'succeeded',
        status: 200,
      });
      expect(await lineOf(refused.body['error'].request_id)).toMatchObject({
        channel: 'mcp',
        operation: 'records.read',
        subjects: [fixture.recordId],
        outcome: 'refused',
        status: 403,
        error_code: 'authority.insufficient_scope',
      });
      const { body } = await fixture.auditor.get(
        '/v1/interactions?channel=mcp&operation=mcp.message&outcome=succeeded',
      );
      expect(body['data'].length).toBeGreaterThan(0);
    });
  });
});
