import { beforeAll, describe, expect, it } from '@jest/globals';
import { CAPABILITIES, newId } from '@service/contracts';
import { RECORD_ACTIONS } from '@service/evidence';
import type { Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, issue, register, uniqueName } from './support/fixtures.js';
import { callOverHttp, codeOver, sendMessage } from './support/mcp-messages.js';

/** What each tool needs, apart from the service's own table. */
const NEEDED: Readonly<Record<string, string>> = {
  verify_record: 'verify',
  verify_records: 'verify',
  read_evidence_bundle: 'verify',
  read_record: 'read',
  list_records: 'read',
  read_record_history: 'read',
  read_authority: 'read',
  list_events: 'subscribe',
  list_interactions: 'audit',
  register_record: 'write',
  ...Object.fromEntries(RECORD_ACTIONS.map((action) => [`${action}_record`, 'write'])),
  create_link: 'share',
  revoke_link: 'share',
};

// The attacks of test/security that concern an operation of a tool, or the endpoint's own route.
describeProject('an attack through MCP', (service, fixture) => {
  describe('with a token', () => {
    it('that is revoked, or of another address, is refused as the API refuses it', async () => {
      const revoked = await issue(fixture.admin);
      await fixture.admin.post(`/v1/credentials/${revoked.id}/revoke`, { reason: 'leaked' });
      const elsewhere = await issue(fixture.admin, { allowed_ips: ['203.0.113.0/24'] });
      for (const { client } of [revoked, elsewhere]) {
        const api = await client.get('/v1/records');
        const mcp = await sendMessage(client, 'tools/list');
        expect([mcp.status, mcp.body['error'].code]).toEqual([api.status, api.body['error'].code]);
        expect([401, 403]).toContain(mcp.status);
      }
    });
  });

  it('with one capability calls no tool that needs another, whatever its arguments', async () => {
    for (const held of CAPABILITIES) {
      const client = await fixture.holding({ capabilities: [held] });
      const { tools } = (await sendMessage(client, 'tools/list')).result as { tools: { name: string }[] };
      const mine = Object.keys(NEEDED).filter((name) => NEEDED[name] === held);
      expect(tools.map(({ name }) => name).toSorted()).toEqual([...mine, 'explain_error'].toSorted());
      for (const [name, needed] of Object.entries(NEEDED)) {
        const { told } = await callOverHttp(client, name, { colour: 1 });
        const { code, scope_required } = told['error'];
        expect([held, name, code, scope_required]).toEqual(
          needed === held
            ? [held, name, 'request.invalid', undefined]
            : [held, name, 'authority.insufficient_scope', needed],
        );
      }
    }
  });

  describe('of another project', () => {
    let stranger: Client;
    /** Of the same project, but limited to another authority. */
    let limited: Client;
    let theirs: string;

    beforeAll(async () => {
      stranger = await fixture.stranger();
      const authorities = [await grant(fixture.admin)];
      const capabilities = ['verify', 'read', 'write', 'subscribe'];
      limited = await fixture.holding({ capabilities, authorities });
      theirs = await register(fixture.admin, fixture.authorityId, { external_id: uniqueName() });
    });

    it('gets the same answer as for an id that does not exist, byte for byte', async () => {
      const reason = 'mine';
      const ways: [string, (id: string, authority: string) => object][] = [
        ['verify_record', (record_id) => ({ record_id })],
        ['verify_records', (record_id) => ({ records: [{ record_id }] })],
        ['read_evidence_bundle', (record_id) => ({ record_id })],
        ['read_record', (record_id) => ({ record_id })],
        ['read_record_history', (record_id) => ({ record_id })],
        ['read_authority', (_, authority_id) => ({ authority_id })],
        ['register_record', (_, authority_id) => ({ authority_id, origin: 'o', content: 'x' })],
        ['amend_record', (record_id) => ({ record_id, reason, content: 'x' })],
        ['suspend_record', (record_id) => ({ record_id, reason, expected_version: 1 })],
        ['reinstate_record', (record_id) => ({ record_id, reason })],
        ['supersede_record', (record_id) => ({ record_id, reason, successor_id: record_id })],
        ['revoke_record', (record_id) => ({ record_id, reason })],
      ];
      for (const caller of [stranger, limited]) {
        for (const [name, argumentsOf] of ways) {
          const attempt = async (record: string, authority: string) => {
            const { text, status } = await callOverHttp(caller, name, argumentsOf(record, authority));
            const same = text
              .replaceAll(/req_\w+/g, 'req_')
              .replaceAll(record, 'id')
              .replaceAll(authority, 'id');
            return [name, status, same];
          };
          const answer = await attempt(theirs, fixture.authorityId);
          expect(answer).toEqual(await attempt(newId('record'), newId('authority')));
          expect(answer[2]).toContain('.not_found');
        }
        for (const uri of [
          `record://${theirs}`,
          `record://${theirs}/evidence`,
          `authority://${fixture.authorityId}`,
        ])
          expect((await sendMessage(caller, 'resources/read', { uri })).error).toMatchObject({
            message: expect.stringContaining('not found'),
          });
      }
      expect((await fixture.reader.get(`/v1/records/${theirs}`)).body).toMatchObject({
        version: 1,
        state: 'active',
      });
    });

    it('finds nothing in lists, completions and by another name', async () => {
      const own = await fixture.reader.get(`/v1/records/${theirs}`);
      const { told: page } = await callOverHttp(fixture.admin, 'list_records', { limit: 1 });
      const { external_id } = own.body;
      expect(await codeOver(stranger, 'verify_record', { external_id })).toBe('record.not_found');
      const { told } = await callOverHttp(stranger, 'list_records', { external_id });
      expect(told['data']).toEqual([]);
      expect(await codeOver(stranger, 'list_records', { limit: 1, cursor: page['next_cursor'] })).toBe(
        'request.invalid',
      );
      const events = await callOverHttp(stranger, 'list_events', { subject_id: theirs });
      expect(events.text).not.toContain(theirs);
      const ref = { type: 'ref/resource', uri: 'record://{id}' };
      const argument = { name: 'id', value: theirs.slice(0, 10) };
      expect((await sendMessage(stranger, 'completion/complete', { ref, argument })).text).not.toContain(
        theirs,
      );
      const values = async (client: Client) => {
        const ref = { type: 'ref/prompt', name: 'audit_record' };
        const argument = { name: 'record_id', value: theirs };
        const { result } = await sendMessage(client, 'completion/complete', { ref, argument });
        return (result as { completion: { values: string[] } }).completion.values;
      };
      expect(await values(limited)).toEqual([]);
      expect(await values(fixture.reader)).toEqual([theirs]);
      const { told: listed } = await callOverHttp(limited, 'list_records', {});
      expect(listed['data']).toEqual([]);
      const auditor = await fixture.holding({ capabilities: ['audit', 'read'] });
      const { text } = await callOverHttp(auditor, 'list_interactions', { limit: 50 });
      expect(text).toContain(theirs);
    });

    it('repeats nothing by the idempotency key of another credential', async () => {
      const other = await fixture.holding({ capabilities: ['write'] });
      const args = {
        authority_id: fixture.authorityId,
        origin: 'o',
        content: 'x',
        idempotency_key: uniqueName(),
      };
      const ids = await Promise.all(
        [fixture.admin, other].map(
          async (client) => (await callOverHttp(client, 'register_record', args)).told['id'],
        ),
      );
      expect(ids).toEqual([expect.stringMatching(/^rec_/), expect.stringMatching(/^rec_/)]);
      expect(ids[0]).not.toBe(ids[1]);
    });
  });

  it('never made the service fail', async () => {
    const { body } = await fixture.auditor.get('/v1/interactions?channel=mcp&outcome=failed');
    expect(body['data']).toEqual([]);
  });
});
