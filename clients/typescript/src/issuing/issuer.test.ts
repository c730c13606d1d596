import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { digestText, hashElement, issuerStatementText, type IssuerStatement } from '@service/evidence';
import { Issuer, signIssuerStatement } from '../index.js';
import { ScriptedServer, type Step } from '../testing/scripted-server.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const jwk = privateKey.export({ format: 'jwk' }) as { x: string; d: string };
const inDevice = (bytes: Uint8Array) => sign(null, bytes, privateKey);

const log = 'records.example/log/development';
const content = {
  format: 'element/v1',
  log,
  project_id: 'prj_1',
  record_id: 'rec_1',
  authority: { id: 'aut_1', version: 1, digest: digestText('authority') },
  origin: 'https://registry.example/1',
  external_id: 'invoice-1',
  content_digest: digestText('first'),
  expires_at: '2090-01-01T00:00:00.000Z',
  sequence: 3,
};
const { digest } = hashElement(content);
const newest = { ...content, digest, signature: null };
const registered: IssuerStatement = {
  log,
  project_id: 'prj_1',
  authority_id: 'aut_1',
  type: 'service.record.registered',
  record_id: null,
  sequence: 1,
  previous: null,
  origin: content.origin,
  external_id: 'invoice-1',
  content_digest: digestText('first'),
  expires_at: '2090-01-01T00:00:00.000Z',
  successor_id: null,
};
const holds = (statement: IssuerStatement, signature: string) =>
  verify(null, Buffer.from(issuerStatementText(statement)), publicKey, Buffer.from(signature, 'base64url'));

let server: ScriptedServer;
const answers: Step = (response, { path }) => {
  const answer: Record<string, object> = {
    '/v1/projects/current': { project: { id: 'prj_1' }, environment: 'development' },
    '/v1/log/development/keys': { keys: [], log: { origin: log, vkeys: [] } },
    '/v1/records/rec_1/history?limit=100': { data: [{ ...newest, sequence: 2 }, newest], next_cursor: null },
    '/v1/records/rec_2/history?limit=100': { data: [newest], next_cursor: null },
    '/v1/records/rec_3/history?limit=100': {
      data: [{ ...newest, record_id: 'rec_3', origin: 'https://other.example/' }],
      next_cursor: null,
    },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer[path]));
};

beforeAll(async () => {
  server = await ScriptedServer.start();
  server.script(answers);
});
afterAll(() => server.stop());

it.each([
  ['a private JWK', jwk],
  ['a function that signs', inDevice],
  ['a function that signs later', async (bytes: Uint8Array) => inDevice(bytes)],
])('an issuer signs with %s', async (_, key) => {
  expect(holds(registered, await signIssuerStatement(registered, key))).toBe(true);
});

it('a signature of another length, and an unsound key, are refused', async () => {
  await expect(signIssuerStatement(registered, () => new Uint8Array(63))).rejects.toThrow(TypeError);
  await expect(signIssuerStatement(registered, { x: jwk.x, d: jwk.x })).rejects.toMatchObject({
    code: 'key.malformed',
  });
});

it.each(Object.keys(registered) as (keyof IssuerStatement)[])('a signature is over %s', async (member) => {
  const signature = await signIssuerStatement(registered, jwk);
  const value = registered[member];
  const changed = typeof value === 'number' ? value + 1 : `${value ?? ''}x`;
  expect(holds({ ...registered, [member]: changed }, signature)).toBe(false);
});

it('a registration is signed as elements will say it', async () => {
  const issuer = new Issuer(server.client(), inDevice);
  const { authority_id, origin, external_id } = registered;
  const body = {
    authority_id,
    origin,
    external_id,
    content: 'first',
    expires_at: '2090-01-01T00:00:00Z',
  };
  const { issuer_signature, ...rest } = await issuer.registration(body);
  expect(rest).toEqual(body);
  expect(holds(registered, issuer_signature)).toBe(true);
  const { external_id: _, ...nameless } = body;
  await expect(issuer.registration(nameless)).rejects.toThrow(/needs an external_id/);
  const both = { ...body, content_digest: digest };
  await expect(issuer.registration(both)).rejects.toThrow(/Only one of content/);
});

it('a change is signed behind the newest element, and sent with its place', async () => {
  const issuer = new Issuer(server.client(), jwk, { log: 'pinned.example/log' });
  const place = { record_id: 'rec_1', sequence: 4, previous: digest, log: 'pinned.example/log' };
  const amendment = { reason: 'corrected', content: 'second', origin: 'https://registry.example/2' };
  const amended = await issuer.change('rec_1', 'amend', { ...amendment, expires_at: null });
  expect(amended).toMatchObject({ ...amendment, expires_at: null, sequence: 4, previous: digest });
  const statement = { ...registered, ...place, type: 'service.record.amended' } as const;
  const changed = { content_digest: digestText('second'), origin: amendment.origin, expires_at: null };
  expect(holds({ ...statement, ...changed }, amended.issuer_signature)).toBe(true);
  const superseded = await issuer.change('rec_1', 'supersede', { reason: 'newer', successor_id: 'rec_2' });
  const succession = { ...statement, type: 'service.record.superseded', successor_id: 'rec_2' } as const;
  expect(holds(succession, superseded.issuer_signature)).toBe(true);
});

it.each([
  ['rec_2', 'record.subject'],
  ['rec_3', 'record.digests'],
])('nothing is signed behind an element that is not what it says: %s', async (id, check) => {
  const issuer = new Issuer(server.client(), jwk);
  await expect(issuer.change(id, 'amend', { reason: 'r', content: 'x' })).rejects.toMatchObject({ check });
});
