import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { Issuer, RecordVerification } from '@record-verification/client';
import { temporaryFolder } from '@service/testing/fixtures';
import { grant, uniqueName } from './support/fixtures.js';
import { CommandLine } from './support/command-line.js';
import { describeProject } from './support/describe-project.js';

const PATIENCE = 120_000;
const ORIGIN = 'https://registry.example/1';
const REGISTER = ['records', 'register', '--origin', ORIGIN, '--content', 'first'];

describeProject('an issuer with a key of its own', (service, fixture) => {
  const folder = temporaryFolder();
  let rvs: CommandLine;
  let authorityId: string;
  const at = (name: string) => join(folder, name);
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await rvs.run(words);
    return {
      code,
      stderr,
      answer: (stdout === '' ? {} : JSON.parse(stdout)) as { id: string; version: number },
    };
  };
  const done = async (...words: string[]) => {
    const { code, stderr, answer } = await run(...words);
    if (code !== 0) throw new Error(stderr);
    return answer;
  };
  const register = (...words: string[]) =>
    done(...REGISTER, '--authority-id', authorityId, '--external-id', uniqueName(), ...words);
  /** A device that signs with the issuer's key. */
  const command = () => `"${process.execPath}" "${at('device.mjs')}"`;

  beforeAll(async () => {
    rvs = new CommandLine(at('config'), folder);
    const login = await rvs.run(['login', '--url', service.baseUrl], service.tokens.development.admin);
    expect(login.code).toBe(0);
    const { stdout } = await rvs.run(['issuer', 'key', at('issuer.json')]);
    authorityId = await grant(fixture.admin, { public_key: stdout.trim() });
    await writeFile(
      at('device.mjs'),
      `import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
const key = JSON.parse(readFileSync(${JSON.stringify(at('issuer.json'))}));
process.stdout.write(sign(null, readFileSync(0), createPrivateKey({ key, format: 'jwk' })));`,
    );
  }, PATIENCE);

  it(
    'signs each transition from the command line, with a key or a device',
    async () => {
      const key = ['--issuer-key', at('issuer.json')];
      const { id } = await register(...key);
      const successor = (await register('--issuer-command', command())).id;
      const amended = await done('records', 'amend', id, '--reason', 'r', '--content', 'second', ...key);
      expect(amended.version).toBe(2);
      await done('records', 'suspend', id, '--reason', 'r', ...key);
      await done('records', 'reinstate', id, '--reason', 'r', '--issuer-command', command());
      await done('records', 'supersede', id, '--reason', 'r', '--successor-id', successor, ...key);
      const revoked = await done('records', 'revoke', id, '--reason', 'r');
      expect(revoked.version).toBe(6);
      await done('bundle', 'read', id, '--out', at('bundle.json'));
      const { code, stdout } = await rvs.run(['bundle', 'verify', at('bundle.json')]);
      expect(stdout).toContain(
        `5 signatures of issuers; stopped by the project, not signed by the issuer: element 6 of ${id}`,
      );
      expect(code).toBe(0);
    },
    PATIENCE,
  );

  it(
    'signs first and sends later, for one place alone',
    async () => {
      const { id } = await register('--issuer-key', at('issuer.json'));
      const sign = ['issuer', 'sign', 'amend', id, '--content', 'second'];
      const text = await rvs.run([...sign, '--print-text']);
      expect(text.stdout).toMatch(/^issuer\/v1\n\{"authority_id".*\}$/);
      const signed = await rvs.run([...sign, '--key', at('issuer.json')]);
      expect(JSON.parse(signed.stdout)).toMatchObject({ sequence: 2 });
      expect(signed.stderr).toContain(text.stdout);
      await writeFile(at('place.json'), signed.stdout);
      const amend = ['records', 'amend', id, '--reason', 'r', '--content', 'second'];
      const send = ['--data', `@${at('place.json')}`];
      expect((await done(...amend, ...send)).version).toBe(2);
      const again = await run(...amend, ...send);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('record.version_conflict')]);
      const unsigned = await run(...amend);
      expect(unsigned.stderr).toContain('record.issuer_signature_invalid');
    },
    PATIENCE,
  );

  it(
    'imports what it signs, and not what it cannot',
    async () => {
      const rows = [1, 2].map((n) => ({ external_id: uniqueName(), origin: ORIGIN, content: `${n}` }));
      const nameless = { origin: ORIGIN, content: '3' };
      await writeFile(at('rows.ndjson'), [...rows, nameless].map((row) => JSON.stringify(row)).join('\n'));
      const words = ['records', 'import', at('rows.ndjson'), '--authority-id', authorityId];
      const { code, stderr } = await rvs.run([...words, '--issuer-key', at('issuer.json'), '--verify']);
      expect(stderr).toContain('registered: 2');
      expect(stderr).toContain('passed: 2');
      expect(code).toBe(1);
      const results = (await readFile(at('rows.ndjson.results.ndjson'), 'utf8')).trim().split('\n');
      expect(JSON.parse(results[2] as string)).toMatchObject({ line: 3, outcome: 'refused' });
      const [first] = rows;
      const changed = [{ ...first, content: 'other' }, first].map((row) => JSON.stringify(row)).join('\n\n');
      await writeFile(at('again.ndjson'), changed);
      const again = ['records', 'import', at('again.ndjson'), '--authority-id', authorityId, '--verify'];
      const dry = await rvs.run([...again, '--dry-run']);
      expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('can be sent: 2')]);
      const second = await rvs.run([...again, '--issuer-key', at('issuer.json')]);
      expect(second.code).toBe(1);
      expect(second.stderr).toContain('line 1: differs: content_digest\n');
      expect(second.stderr).toContain('differs: 1');
      expect(second.stderr).toContain('already there: 1');
      const verified = (await readFile(at('again.ndjson.results.verified.ndjson'), 'utf8'))
        .trim()
        .split('\n');
      const lines = verified.map((text) => JSON.parse(text) as { line: number; outcome: string });
      expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
        [1, 'failed'],
        [3, 'passed'],
      ]);
    },
    PATIENCE,
  );

  it('signs from a program, by the client', async () => {
    const client = new RecordVerification({
      baseUrl: service.baseUrl,
      token: service.tokens.development.admin,
    });
    const key = JSON.parse(await readFile(at('issuer.json'), 'utf8')) as { x: string; d: string };
    const issuer = new Issuer(client, key);
    const body = { authority_id: authorityId, origin: ORIGIN, external_id: uniqueName(), content: 'first' };
    const { id } = await client.records.register(await issuer.registration(body));
    const change = { reason: 'r', content: 'second', expires_at: '2090-01-01T00:00:00Z' };
    const amended = await client.records.amend(id, await issuer.change(id, 'amend', change));
    expect(amended.expires_at).toBe('2090-01-01T00:00:00.000Z');
    const other = { ...body, external_id: uniqueName(), origin: 'https://other.example/' };
    const { issuer_signature } = await issuer.registration(other);
    await expect(
      client.records.register({ ...other, origin: ORIGIN, issuer_signature }),
    ).rejects.toMatchObject({ code: 'record.issuer_signature_invalid' });
  });
});
