import { describe, expect, it } from '@jest/globals';
import { encodeBase64url } from '../encoding/base-encodings.js';
import { findIssuerSignatureFault, issuerSignatureHolds, issuerStatementText } from './issuer-statement.js';
import type { RecordElementContent } from './record-element.js';
import { SigningKey } from '../signing/signing-key.js';
import { chainsFrom } from '../testing/chains.js';
import { hex, registered } from '../testing/first-elements.js';

const newKey = () => SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z');
const issuer = newKey();
const statement = {
  log: 'example.org/log/development',
  project_id: 'prj_1',
  authority_id: 'aut_1',
  origin: 'https://registry.example/42',
  external_id: '42',
  content_digest: hex('1'),
  expires_at: '2027-01-01T00:00:00.000Z',
};
const signed = (of: typeof statement, by = issuer) =>
  encodeBase64url(by.sign(Buffer.from(issuerStatementText(of), 'utf8')));

describe('what an issuer signs', () => {
  it('is a line that says so, and the statement in its canonical form', () => {
    expect(issuerStatementText({ ...statement, external_id: null, expires_at: null })).toBe(
      `issuer/v1\n{"authority_id":"aut_1","content_digest":"${hex('1')}","expires_at":null,` +
        '"external_id":null,"log":"example.org/log/development","origin":"https://registry.example/42",' +
        '"project_id":"prj_1"}',
    );
  });

  it.each(Object.keys(statement) as (keyof typeof statement)[])('holds its %s', (member) => {
    const other = { ...statement, [member]: 'another' };
    expect(issuerSignatureHolds(issuer.publicKey, statement, signed(statement))).toBe(true);
    expect(issuerSignatureHolds(issuer.publicKey, other, signed(statement))).toBe(false);
  });

  it('is signed by its own key; by none where it has none', () => {
    const text = signed(statement);
    expect(issuerSignatureHolds(null, statement, null)).toBe(true);
    expect(issuerSignatureHolds(null, statement, text)).toBe(false);
    expect(issuerSignatureHolds(issuer.publicKey, statement, null)).toBe(false);
    expect(issuerSignatureHolds(newKey().publicKey, statement, text)).toBe(false);
  });
});

describe('a record’s chain', () => {
  const amended = { ...statement, content_digest: hex('2') };
  const suspend = { type: 'service.record.suspended', state: 'suspended', issuer_signature: null } as const;
  const amend = { type: 'service.record.amended', content_digest: hex('2') } as const;
  const chainOf = (...changes: Partial<RecordElementContent>[]) => chainsFrom(registered)(...changes);
  const faultOf = (key: string | null | undefined, ...changes: Partial<RecordElementContent>[]) =>
    findIssuerSignatureFault(chainOf(...changes), () => key);
  const first = { issuer_signature: signed(statement) };
  const second = { ...amend, issuer_signature: signed(amended) };
  const fault = (sequence: number) => ({ check: 'element.issuer_signature', sequence });

  it('bears a signature where something is registered or amended, and nowhere else', () => {
    expect(faultOf(issuer.publicKey, first, second, suspend)).toBeNull();
    expect(faultOf(issuer.publicKey, first, second, { ...suspend, ...first })).toEqual(fault(3));
    expect(faultOf(null, {}, amend, suspend)).toBeNull();
  });

  it('bears no other', () => {
    expect(faultOf(issuer.publicKey, {})).toEqual(fault(1));
    expect(faultOf(issuer.publicKey, first, { ...second, ...first })).toEqual(fault(2));
    expect(faultOf(issuer.publicKey, first, { ...second, origin: 'another' })).toEqual(fault(2));
    expect(faultOf(newKey().publicKey, first)).toEqual(fault(1));
    expect(faultOf(null, first)).toEqual(fault(1));
  });

  it('is judged by the authority’s element that is named', () => {
    expect(faultOf(undefined, {})).toEqual(fault(1));
    const named: unknown[] = [];
    findIssuerSignatureFault(chainOf({}), (reference) => {
      named.push(reference);
      return null;
    });
    expect(named).toEqual([registered.authority]);
  });
});
