import { describe, expect, it } from '@jest/globals';
import { encodeBase64url } from '../encoding/base-encodings.js';
import {
  findIssuerSignatureFault,
  issuerSigningOf,
  issuerStatementOf,
  issuerStatementText,
  type IssuerSignedContent,
} from './issuer-statement.js';
import type { RecordElementContent } from './record-element.js';
import { RECORD_TRANSITIONS, type RecordEventType } from './record-transitions.js';
import { SigningKey } from '../signing/signing-key.js';
import { reopen } from '../testing/chains.js';
import { hex, registered } from '../testing/first-elements.js';

const newKey = () => SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z');
const issuer = newKey();
const signed = (of: IssuerSignedContent, by = issuer) =>
  encodeBase64url(by.sign(Buffer.from(issuerStatementText(issuerStatementOf(of)), 'utf8')));
const withSignature = (of: IssuerSignedContent, by?: SigningKey) => ({
  ...of,
  issuer_signature: signed(of, by),
});
const amended: RecordElementContent = {
  ...registered,
  type: 'service.record.amended',
  sequence: 2,
  previous: hex('f'),
};

describe('what an issuer signs', () => {
  it('is a line that says so, and the statement in its canonical form', () => {
    expect(issuerStatementText(issuerStatementOf({ ...amended, expires_at: null }))).toBe(
      `issuer/v1\n{"authority_id":"aut_1","content_digest":"${hex('1')}","expires_at":null,` +
        '"external_id":"42","log":"example.org/log/development","origin":"https://registry.example/42",' +
        `"previous":"${hex('f')}","project_id":"prj_1","record_id":"rec_1","sequence":2,"successor_id":null,` +
        '"type":"service.record.amended"}',
    );
  });

  it('names no record at its registration, whose id is not known yet', () => {
    expect(issuerStatementOf(registered)).toMatchObject({ record_id: null, sequence: 1, previous: null });
  });

  it.each([
    { log: 'another' },
    { project_id: 'another' },
    { authority: { ...amended.authority, id: 'another' } },
    { type: 'service.record.reinstated' },
    { record_id: 'another' },
    { sequence: 3 },
    { previous: hex('e') },
    { origin: 'another' },
    { external_id: 'another' },
    { content_digest: hex('2') },
    { expires_at: null },
    { successor_id: 'another' },
  ] as Partial<RecordElementContent>[])('holds %j', (changes) => {
    const content = withSignature(amended);
    expect(issuerSigningOf(content, issuer.publicKey)).toBe('signed');
    expect(issuerSigningOf({ ...content, ...changes }, issuer.publicKey)).toBe('invalid');
  });

  it('is signed by its own key; by none where it has none', () => {
    expect(issuerSigningOf(registered, null)).toBe('keyless');
    expect(issuerSigningOf(withSignature(registered), null)).toBe('invalid');
    expect(issuerSigningOf(registered, issuer.publicKey)).toBe('invalid');
    expect(issuerSigningOf(withSignature(registered), newKey().publicKey)).toBe('invalid');
  });

  it('needs an external id, which makes a registration unique', () => {
    expect(issuerSigningOf(withSignature({ ...registered, external_id: null }), issuer.publicKey)).toBe(
      'invalid',
    );
  });

  it.each(Object.entries(RECORD_TRANSITIONS))('%s: %j', (type, { issuer_signs }) => {
    const content = { ...amended, type: type as RecordEventType };
    const without = issuerSigningOf(content, issuer.publicKey);
    const withOne = issuerSigningOf(withSignature(content), issuer.publicKey);
    expect(without).toBe(issuer_signs === 'must' ? 'invalid' : 'unsigned');
    expect(withOne).toBe(issuer_signs === 'never' ? 'invalid' : 'signed');
  });

  it('is nothing of an unknown type', () => {
    const content = { ...amended, type: 'toString' as RecordEventType };
    expect(issuerSigningOf(content, issuer.publicKey)).toBe('invalid');
  });
});

describe('a record’s chain', () => {
  const faultOf = (key: string | null | undefined, ...chain: RecordElementContent[]) =>
    findIssuerSignatureFault(chain.map(reopen<RecordElementContent>), () => key);
  const first = withSignature(registered) as RecordElementContent;
  const second = withSignature(amended) as RecordElementContent;
  const fault = (sequence: number) => ({ check: 'element.issuer_signature', sequence });

  it('bears a signature wherever one is needed', () => {
    expect(faultOf(issuer.publicKey, first, second)).toBeNull();
    expect(faultOf(issuer.publicKey, registered, second)).toEqual(fault(1));
    expect(faultOf(issuer.publicKey, first, amended)).toEqual(fault(2));
    expect(faultOf(null, registered, amended)).toBeNull();
    expect(faultOf(null, registered, second)).toEqual(fault(2));
  });

  it('is judged by the authority’s element that is named', () => {
    expect(faultOf(undefined, registered)).toEqual(fault(1));
    const named: unknown[] = [];
    findIssuerSignatureFault([reopen(registered)], (reference) => {
      named.push(reference);
      return null;
    });
    expect(named).toEqual([registered.authority]);
  });
});
