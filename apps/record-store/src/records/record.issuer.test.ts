import { describe, it } from '@jest/globals';
import { SigningKey, issuerStatementText, encodeBase64url } from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve } from './record.decider.js';

const given = givenFor({ decide, evolve });
const { chain, expiresAt: expires_at, registered: unsigned } = sample;

const nowText = '2026-11-21T12:00:00.000Z';
const issuer = SigningKey.generate('provenance', nowText);
const authority = { ...sample.authority, public_key: issuer.publicKey };
const facts = sample.factsAt(nowText, { authority });
const { register, amend } = sample;
const { content_digest } = amend().payload;
const refused = 'record.issuer_signature_invalid';

/** The issuer's signature over a record with some changes. */
function signed(changes: object = {}): string {
  const { origin, external_id, content_digest } = unsigned;
  const statement = { ...chain, authority_id: 'aut_1', origin, external_id, content_digest, expires_at };
  return encodeBase64url(issuer.sign(Buffer.from(issuerStatementText({ ...statement, ...changes }))));
}

const registered = { ...unsigned, issuer_signature: signed() };

describe('a record of an authority with a key', () => {
  it('is registered with its signature, which its element keeps', () => {
    given()
      .when(register({ issuer_signature: signed() }), facts)
      .then([{ event: { ...registered, occurred_at: nowText }, reason: null }]);
  });

  it.each<[string, string | null]>([
    ['no signature', null],
    ['one over another record', signed({ origin: 'https://registry.example/43' })],
    ['one over another log', signed({ log: 'example.org/log/production' })],
    ['one for another project', signed({ project_id: 'prj_2' })],
    ['one for another authority', signed({ authority_id: 'aut_2' })],
    ['one for another time', signed({ expires_at: null })],
    ['none that could be one', 'signature'],
  ])('is refused with %s', (_, issuer_signature) => {
    given().when(register({ issuer_signature }), facts).fails(refused);
  });

  it('is amended with a signature over its new content', () => {
    const change = { origin: 'https://registry.example/43', expires_at: null };
    const issuer_signature = signed({ ...change, content_digest });
    given(registered)
      .when(amend({ ...change, issuer_signature }), facts)
      .then([
        {
          event: {
            ...registered,
            ...change,
            type: 'service.record.amended',
            occurred_at: nowText,
            content_digest,
            issuer_signature,
          },
          reason: sample.reason,
        },
      ]);
    for (const other of [null, signed(), registered.issuer_signature]) {
      given(registered)
        .when(amend({ ...change, issuer_signature: other }), facts)
        .fails(refused);
    }
  });

  it('needs no signature for other commands, and repeats none', () => {
    given(registered)
      .when(sample.suspend, facts)
      .then([
        {
          event: {
            ...registered,
            type: 'service.record.suspended',
            occurred_at: nowText,
            state: 'suspended',
            issuer_signature: null,
          },
          reason: sample.reason,
        },
      ]);
  });

  it('is refused for an inactive authority before its signature is checked', () => {
    given()
      .when(register(), { ...facts, authority: { ...authority, state: 'suspended' } })
      .fails('authority.not_active');
  });
});

describe('a record of an authority without a key', () => {
  it('is refused with a signature', () => {
    for (const issuer_signature of [signed(), 'signature']) {
      given()
        .when(register({ issuer_signature }), { ...facts, authority: sample.authority })
        .fails(refused);
    }
  });
});
