import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import {
  firstFailure,
  parseTrust,
  verifyBundle,
  verifySignedAnswer,
  type JsonValue,
} from '@service/evidence';
import { eventually } from '@service/testing';
import { NONCE, PROOF, provedSummary } from '../examples/mcp/proved-summary.js';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';
import { REVISIONS, callTool, openMcp } from './support/mcp-client.js';

// oxlint-disable-next-line typescript/no-explicit-any
type Told = Record<string, any>;

describe.each(REVISIONS)('of revision %s,', (revision) => {
  describeProject('evidence by MCP', (service, fixture) => {
    let verifier: Client;
    let trust: ReturnType<typeof parseTrust>;

    beforeAll(async () => {
      verifier = await openMcp(service, service.tokens.development.verify, revision);
      trust = parseTrust((await fixture.anonymous.get('/v1/log/development/keys')).text);
    });

    afterAll(() => verifier.close());

    /** Once the log has the record, so that later answers are the same. */
    const evidenceOf = async (record_id: string) =>
      (await fixture.verifier.post('/v1/records/verify', { record_id }, { Prefer: 'wait=10' })).body[
        'evidence'
      ];

    it('gets the same evidence as a caller of the API and a reader of events, member by member', async () => {
      const id = await register(fixture.admin, fixture.authorityId);
      const evidence = await evidenceOf(id);
      const { body, structured } = await callTool(verifier, 'verify_record', {
        record_id: id,
        detail: 'full',
      });
      expect(structured).toEqual(body);
      expect(body['envelope'].evidence).toEqual(evidence);
      expect(body).toMatchObject({
        verdict: evidence.verdict,
        record_id: id,
        state: evidence.state,
        verified: evidence.provenance.verified,
        origin: evidence.provenance.origin,
        issuer: evidence.authority.issuer,
        valid_now: evidence.authority.valid_now,
      });
      await eventually(async () => {
        const { body: page } = await fixture.admin.get(`/v1/events?subject_id=${id}`);
        const [event] = page['data'];
        // An event is rendered before the log has its element, and does not count the chain that it holds whole.
        const { receipt: _, chain_length: length, ...provenance } = evidence.provenance;
        expect(length).toBe(provenance.chain.length);
        expect(event.evidence).toMatchObject({ provenance, authority: evidence.authority });
        expect(Object.keys(event.evidence.provenance)).toEqual(Object.keys(provenance));
      });
    });

    it('can have the answer proved to its program, from which the summary follows', async () => {
      const meta = { [PROOF]: true, [NONCE]: 'mine' };
      for (const [name, args, pick] of [
        ['verify_record', { record_id: fixture.recordId }, (told: Told) => told],
        ['verify_records', { records: [{ record_id: fixture.recordId }] }, (told: Told) => told['data'][0]],
      ] as const) {
        const answer = await callTool(verifier, name, args, meta);
        const proof = answer.meta?.[PROOF] as Told;
        const headers = {
          'service-request-id': proof['request_id'],
          'service-evidence-as-of': proof['as_of'],
          'service-evidence-signature': proof['signature'],
          'service-evidence-path': proof['path'],
        };
        expect(proof['request'].body).toEqual(args);
        const check = (body: string, nonce: string) =>
          verifySignedAnswer({ body, headers, request: args as unknown as JsonValue, nonce }, trust);
        expect(firstFailure(check(proof['answer'], 'mine'))).toBeNull();
        expect(check(proof['answer'], 'mine').checks).toContainEqual(
          expect.objectContaining({ check: 'answer.signature', outcome: 'passed' }),
        );
        expect(firstFailure(check(proof['answer'], 'yours'))?.check).toBe('answer.signature');
        const told = pick(JSON.parse(proof['answer']));
        expect(pick(answer.body)).toMatchObject({
          verdict: told.evidence.verdict,
          record_id: told.record.id,
          state: told.record.state,
          verified: told.evidence.provenance.verified,
        });
      }
      const plain = await callTool(verifier, 'verify_record', { record_id: fixture.recordId });
      expect(plain.meta?.[PROOF]).toBeUndefined();
    });

    it('can check a proof as the example does, and finds any lie', async () => {
      const asked = { record_id: fixture.recordId };
      const result = await verifier.callTool({
        name: 'verify_record',
        arguments: asked,
        _meta: { [PROOF]: true, [NONCE]: 'mine' },
      });
      const check = (changed: object, request = asked, nonce = 'mine') =>
        provedSummary({ ...result, ...changed }, request, nonce, trust);
      expect(check({})).toEqual(result.structuredContent);
      const { _meta: meta } = result;
      const proof = meta?.[PROOF] as Told;
      const answer = String(proof['answer']).replace('"result":"passed"', '"result":"failed"');
      const lies: [Parameters<typeof check>, string][] = [
        [[{}, { record_id: 'rec_example' }], 'answer.'],
        [[{}, asked, 'yours'], 'answer.signature'],
        [[{ _meta: { [PROOF]: { ...proof, answer } } }], 'answer.signature'],
        [[{ _meta: {} }], 'not proved'],
        [
          [{ structuredContent: { ...(result.structuredContent as object), state: 'revoked' } }],
          'does not follow',
        ],
      ];
      for (const [lie, message] of lies) expect(() => check(...lie)).toThrow(message);
    });

    it('reads the evidence as a document that can be verified offline', async () => {
      const { links } = await callTool(verifier, 'verify_record', { record_id: fixture.recordId });
      expect(links).toMatchObject([{ type: 'resource_link', uri: `record://${fixture.recordId}/evidence` }]);
      const { contents } = await verifier.readResource({ uri: String(links[0]?.uri) });
      const report = verifyBundle((contents[0] as { text: string }).text, trust);
      expect([report.ok, firstFailure(report)]).toEqual([true, null]);
    });
  });
});
