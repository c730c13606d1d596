import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstFailure, parseTrust, verifyBundle } from '@service/evidence';
import { describeProject } from '../support/describe-project.js';
import { mcpInspector, pythonMcpClient } from './support/programs.js';

/** Exit code of the Inspector where a tool answers an error; with `--strict`, a schema that not every host takes is 6. */
const TOOL_ERROR = 5;

/** What the Inspector prints. */
interface Said {
  result: { contents?: { text: string }[] };
  schemaFindings?: unknown[];
}

const [inspector, python] = await Promise.all([mcpInspector(), pythonMcpClient()]);

describeProject('agents of others', (service, fixture) => {
  let trust: ReturnType<typeof parseTrust>;
  beforeAll(async () => {
    trust = parseTrust((await fixture.anonymous.get('/v1/log/development/keys')).text);
  });

  const proved = (bundle: string) => firstFailure(verifyBundle(bundle, trust));

  (inspector === null ? describe.skip : describe)('the MCP Inspector', () => {
    const ask = async (era: string, method: string, ...words: string[]) => {
      const how = ['--transport', 'http', '--protocol-era', era, '--format', 'json', '--method', method];
      const header = `Authorization: Bearer ${service.tokens.development.admin}`;
      const outcome = await inspector?.(`${service.baseUrl}/mcp`, ...how, '--header', header, ...words);
      const { code, stdout = '', stderr } = outcome ?? {};
      return { code, stderr, said: stdout === '' ? null : (JSON.parse(stdout) as Said) };
    };
    const verify = ['--tool-name', 'verify_record', '--tool-arg'];

    it.each(['legacy', 'modern'])(
      'of the %s era finds all schemas portable, calls and reads',
      async (era) => {
        const [listed, called, missing, read] = await Promise.all([
          ask(era, 'tools/list', '--strict'),
          ask(era, 'tools/call', ...verify, `record_id=${fixture.recordId}`),
          ask(era, 'tools/call', ...verify, 'record_id=rec_nope'),
          ask(era, 'resources/read', '--uri', `record://${fixture.recordId}/evidence`),
        ]);
        expect(listed.code).toBe(0);
        expect(listed.said?.schemaFindings ?? []).toEqual([]);
        expect(called).toMatchObject({
          code: 0,
          said: {
            result: { structuredContent: { record_id: fixture.recordId, verdict: { result: 'passed' } } },
          },
        });
        expect(missing).toMatchObject({ code: TOOL_ERROR, said: { result: { isError: true } } });
        expect(read.code).toBe(0);
        expect(proved(read.said?.result.contents?.[0]?.text ?? '')).toBeNull();
      },
    );
  });

  (python === null ? describe.skip : describe)('the Python client', () => {
    it.each(['legacy', '2026-07-28'])('in the mode %s lists, calls and reads', async (mode) => {
      const words = ['--url', `${service.baseUrl}/mcp`, '--token', service.tokens.development.admin];
      const { code, stdout, stderr } =
        (await python?.(...words, '--mode', mode, '--record', fixture.recordId)) ?? {};
      expect([code, stderr]).toEqual([0, '']);
      const { bundle, ...used } = JSON.parse(stdout ?? '') as { bundle: object };
      expect(used).toMatchObject({
        tools: expect.arrayContaining(['verify_record', 'revoke_record']),
        templates: expect.arrayContaining(['record://{id}/evidence']),
        verified: { record_id: fixture.recordId, verdict: { result: 'passed' } },
        record: { id: fixture.recordId },
        missing: { error: { code: 'record.not_found' } },
        prompt: expect.stringContaining(fixture.recordId),
      });
      expect(proved(JSON.stringify(bundle))).toBeNull();
    });
  });
});
