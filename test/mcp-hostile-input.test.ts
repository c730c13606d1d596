import { describe, expect, it } from '@jest/globals';
import { HOSTILE } from './security/support/hostile-texts.js';
import type { Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';
import { ACCEPT, callOverHttp, codeOver, sendMessage } from './support/mcp-messages.js';
import { oddBodies } from './support/odd-bodies.js';

const BYTES = 64 * 1024;
/** Characters of the longest refusal. */
const LONGEST_REFUSAL = 20_000;
/** Milliseconds for some hundred requests on a busy machine. */
const PATIENCE = 120_000;

// The inputs of test/security, in the arguments of tools and in messages.
describeProject('a hostile message to MCP', (_, fixture) => {
  describe.each(Object.entries(HOSTILE))('with %s', (_, hostile) => {
    it('is not understood as an id, a name or an address', async () => {
      for (const [name, args] of [
        ['verify_record', { record_id: hostile }],
        ['read_record', { record_id: hostile }],
        ['read_evidence_bundle', { record_id: hostile }],
        ['read_authority', { authority_id: hostile }],
        ['revoke_record', { record_id: hostile, reason: 'r' }],
        ['list_records', { cursor: hostile }],
        ['explain_error', { code: hostile }],
      ] as const) {
        const code = await codeOver(fixture.admin, name, args);
        expect([name, code]).toEqual([
          name,
          expect.stringMatching(/^(?:record|authority)\.not_found$|^request\.(?:invalid|malformed)$/),
        ]);
      }
      const uris = [`record://${hostile}`, `record://${encodeURIComponent(hostile.toWellFormed())}`, hostile];
      const ref = { type: 'ref/prompt', name: 'audit_record' };
      for (const [method, params] of [
        ...uris.map((uri) => ['resources/read', { uri }] as const),
        ['prompts/get', { name: 'audit_record', arguments: { record_id: hostile } }],
        ['prompts/get', { name: hostile }],
        ['tools/call', { name: hostile, arguments: {} }],
      ] as const) {
        const { error, text, status } = await sendMessage(fixture.admin, method, params);
        if (status === 400) continue;
        expect([method, [-32_602, -32_002].includes(error?.code ?? 0)]).toEqual([method, true]);
        expect(text).not.toContain('\u202e');
      }
      const argument = { name: 'record_id', value: hostile };
      const completed = await sendMessage(fixture.admin, 'completion/complete', { ref, argument });
      if (completed.result !== undefined)
        expect(completed.result).toMatchObject({ completion: { values: [] } });
    });
  });

  it('changes no object, sets no member that is not the caller’s, and gives no request id', async () => {
    for (const odd of [
      `{"record_id":"${fixture.recordId}","__proto__":{"polluted":true}}`,
      `{"record_id":"${fixture.recordId}","constructor":{"prototype":{"polluted":true}}}`,
      '{"record_id":{"__proto__":{"polluted":true}}}',
    ]) {
      const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify_record","arguments":${odd}}}`;
      const { text } = await fixture.verifier.post('/mcp', call, ACCEPT);
      expect(text).toMatch(/request\.(?:invalid|malformed)/);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const beyond = { id: 'rec_mine', project_id: 'prj_other', state: 'revoked', version: 7, verified: true };
    for (const [member, value] of Object.entries(beyond)) {
      const { told } = await callOverHttp(fixture.admin, 'register_record', { ...record, [member]: value });
      expect(told['error']).toMatchObject({ code: 'request.invalid', details: [{ field: member }] });
    }
    const { headers } = await fixture.verifier.post(
      '/mcp',
      { jsonrpc: '2.0', id: 'req_mine', method: 'ping' },
      { ...ACCEPT, 'service-request-id': 'req_mine', 'mcp-session-id': 'req_mine' },
    );
    expect(headers.get('service-request-id')).not.toContain('mine');
  });

  it('forges no version, cursor, key or nonce', async () => {
    const record_id = await register(fixture.admin, fixture.authorityId);
    const reason = 'r';
    for (const expected_version of [2, 999_999])
      expect(await codeOver(fixture.admin, 'suspend_record', { record_id, reason, expected_version })).toBe(
        'record.version_conflict',
      );
    const cursor = Buffer.from('["2026\'; DROP TABLE x; --","rec_1"]').toString('base64url');
    for (const [name, args] of [
      ...[0, -1, 1.5, '1', [1]].map((expected_version) => [
        'suspend_record',
        { record_id, reason, expected_version },
      ]),
      ...['', 'é', 'k'.repeat(256), 7].map((idempotency_key) => [
        'suspend_record',
        { record_id, reason, idempotency_key },
      ]),
      ...[cursor, '***', 'a'.repeat(600), 7].map((each) => ['list_records', { cursor: each }]),
      ...[0, 51, -1, 1e9, 2 ** 53, '20;DROP'].map((limit) => ['list_records', { limit }]),
    ] as [string, object][])
      expect([name, args, await codeOver(fixture.admin, name, args)]).toEqual([
        name,
        args,
        'request.invalid',
      ]);
    for (const nonce of ['', 'x'.repeat(129), 'é', 'a b', 7, { a: 1 }, null]) {
      const meta = { 'record-verification/proof': true, 'record-verification/nonce': nonce };
      const params = { name: 'verify_record', arguments: { record_id }, _meta: meta };
      const { text } = await sendMessage(fixture.verifier, 'tools/call', params);
      expect([nonce, text]).toEqual([nonce, expect.stringMatching(/request\.invalid/)]);
    }
    expect((await fixture.reader.get(`/v1/records/${record_id}`)).body['version']).toBe(1);
  });

  it(
    'of an odd shape is refused, shortly',
    async () => {
      const wrap = (args: string) =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify_record","arguments":${args}}}`;
      const odd = [
        ...oddBodies(['jsonrpc', 'id', 'method', 'params'], BYTES),
        ...oddBodies(['record_id', 'content'], BYTES - 200).map(({ name, text }) => ({
          name: `arguments: ${name}`,
          text: wrap(text),
        })),
        ...['[]', 'null', '7', '"x"', '{"name":7}', '{"name":null,"arguments":[]}'].map((params) => ({
          name: `params ${params}`,
          text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
        })),
        ...['__proto__', 'constructor', 'toString', ''].map((method) => ({
          name: `method ${method}`,
          text: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
        })),
      ];
      expect(odd.length).toBeGreaterThan(20);
      for (const { name, text } of odd) {
        const answer = await fixture.verifier.post('/mcp', text, ACCEPT);
        const about = [name, answer.status, answer.text.slice(0, 200)];
        expect([...about, answer.status < 500 && !/-32603|internal\.error/.test(answer.text)]).toEqual([
          ...about,
          true,
        ]);
        expect([...about, answer.text.length < LONGEST_REFUSAL]).toEqual([...about, true]);
        expect([...about, answer.text.includes('"verdict"')]).toEqual([...about, false]);
      }
      const { status } = await fixture.verifier.post('/mcp', '{}', { ...ACCEPT, 'content-encoding': 'gzip' });
      expect(status).toBe(415);
      for (const method of ['PUT', 'DELETE', 'PATCH'])
        expect((await fixture.verifier.call(method, '/mcp', { body: {} })).status).toBe(405);
    },
    PATIENCE,
  );

  it('does nothing where its headers name another call than its body', async () => {
    const record_id = await register(fixture.admin, fixture.authorityId);
    const version = { 'mcp-protocol-version': '2026-07-28' };
    const call = {
      name: 'revoke_record',
      arguments: { record_id, reason: 'r' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const send = (client: Client, headers: Record<string, string>) =>
      client.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        { ...ACCEPT, ...version, ...headers },
      );
    const read = async () => (await fixture.reader.get(`/v1/records/${record_id}`)).body['state'] as string;
    for (const headers of [
      { 'mcp-method': 'tools/call', 'mcp-name': 'verify_record' },
      { 'mcp-method': 'tools/list', 'mcp-name': 'revoke_record' },
      { 'mcp-method': 'tools/call' },
    ] as Record<string, string>[]) {
      const { status, body } = await send(fixture.admin, headers);
      expect([headers, status, body['error'].code]).toEqual([headers, 400, -32_020]);
    }
    const right = { 'mcp-method': 'tools/call', 'mcp-name': 'revoke_record' };
    expect((await send(fixture.verifier, right)).text).toContain('authority.insufficient_scope');
    expect(await read()).toBe('active');
    expect((await send(fixture.admin, right)).status).toBe(200);
    expect(await read()).toBe('revoked');
  });

  it('has an id beyond 2^53, which comes back unchanged', async () => {
    const id = '9007199254740993';
    const { text } = await fixture.verifier.post(
      '/mcp',
      `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
      ACCEPT,
    );
    expect(text).toMatch(new RegExp(`"id":${id}[,}]`));
  });

  it('never made the service fail', async () => {
    const { body } = await fixture.auditor.get('/v1/interactions?channel=mcp&outcome=failed');
    expect(body['data']).toEqual([]);
  });
});
