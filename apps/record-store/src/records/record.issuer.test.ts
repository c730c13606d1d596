import { describe, expect, it } from '@jest/globals';
import type { RecordChange } from '@service/contracts';
import {
  RECORD_TRANSITIONS,
  SigningKey,
  encodeBase64url,
  issuerStatementOf,
  issuerStatementText,
  type IssuerSignedContent,
  type RecordEvent,
  type RecordEventType,
} from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve, type RecordCommand } from './record.decider.js';

const given = givenFor({ decide, evolve });

const nowText = '2026-11-21T12:00:00.000Z';
const issuer = SigningKey.generate('provenance', nowText);
const authority = { ...sample.authority, public_key: issuer.publicKey };
const facts = sample.factsAt(nowText, { authority });
const { project_id, record_id, log, digest } = facts;
const invalid = 'record.issuer_signature_invalid';
const conflict = 'record.version_conflict';

/** The issuer's signature over an event in a place of the history. */
function signatureOver(event: RecordEvent, changes: Partial<IssuerSignedContent> = {}): string {
  const content = { ...event, log, project_id, record_id, sequence: 1, previous: null, ...changes };
  return encodeBase64url(issuer.sign(Buffer.from(issuerStatementText(issuerStatementOf(content)))));
}

const unsigned: RecordEvent = { ...sample.registered, external_id: '42' };
const registered = { ...unsigned, issuer_signature: signatureOver(unsigned) };
const suspended: RecordEvent = { ...registered, type: 'service.record.suspended', state: 'suspended' };
const register = (issuer_signature: string | null) =>
  sample.register({ external_id: '42', issuer_signature });

describe('a registration under an authority with a key', () => {
  it('has its signature, which its element keeps', () => {
    given()
      .when(register(registered.issuer_signature), facts)
      .then({ event: { ...registered, occurred_at: nowText }, reason: null });
  });

  it.each<[string, string | null]>([
    ['no signature', null],
    ['one over another origin', signatureOver({ ...unsigned, origin: 'https://registry.example/43' })],
    ['one over another log', signatureOver(unsigned, { log: 'example.org/log/production' })],
    ['one for another project', signatureOver(unsigned, { project_id: 'prj_2' })],
    ['one for another name', signatureOver({ ...unsigned, external_id: '43' })],
    ['one for another time', signatureOver({ ...unsigned, expires_at: null })],
    ['one of a later place', signatureOver(unsigned, { sequence: 2, previous: digest })],
    ['none that could be one', 'signature'],
  ])('is refused with %s', (_, signature) => {
    given().when(register(signature), facts).fails(invalid);
  });

  it('needs an external id, by which its signature can be used once', () => {
    given()
      .when(sample.register({ issuer_signature: registered.issuer_signature }), facts)
      .fails('request.invalid');
  });

  it('is refused for an inactive authority before its signature is checked', () => {
    given()
      .when(register(null), { ...facts, authority: { ...authority, state: 'suspended' } })
      .fails('authority.not_active');
  });
});

/** Every transition that a caller can ask for, the history that it continues, and its event without a signature. */
const transitions = Object.entries(RECORD_TRANSITIONS).flatMap(([name, rule]) => {
  if (!('action' in rule)) return [];
  const type = name as RecordEventType;
  const history = rule.action === 'reinstate' ? [registered, suspended] : [registered];
  const event: RecordEvent = {
    ...unsigned,
    type,
    state: rule.to,
    occurred_at: nowText,
    ...(rule.action === 'amend' ? { content_digest: sample.digest('2') } : {}),
    ...(rule.action === 'supersede' ? { successor_id: 'rec_2' } : {}),
  };
  const sequence = history.length + 1;
  return [{ type, history, event, sequence, signs: rule.issuer_signs }];
});

function signedBy(command: RecordCommand, signed: RecordChange['signed']): RecordCommand {
  return { ...command, payload: { ...(command as { payload: object }).payload, signed } } as RecordCommand;
}

describe.each(transitions)(
  '$type of a record of such an authority',
  ({ type, history, event, sequence, signs }) => {
    const command = sample.commandOf(type);
    const previous = digest as string;
    const signature = signatureOver(event, { sequence, previous });
    const by = (changes: object) => signedBy(command, { signature, sequence, previous, ...changes });

    it('keeps the signature over its place', () => {
      given(history)
        .when(by({}), facts)
        .then({ event: { ...event, issuer_signature: signature }, reason: sample.reason });
    });

    it('is refused with a signature over another place or content', () => {
      const others = [
        signatureOver(event, { sequence: sequence + 1, previous }),
        signatureOver(event, { sequence, previous: sample.digest('e') }),
        signatureOver(event, { sequence, previous, record_id: 'rec_9' }),
        signatureOver({ ...event, content_digest: sample.digest('9') }, { sequence, previous }),
        registered.issuer_signature,
      ];
      for (const other of others)
        given(history)
          .when(by({ signature: other }), facts)
          .fails(invalid);
    });

    it('meets a conflict where its signature is for a place that the history has passed', () => {
      given(history)
        .when(by({ sequence: sequence + 1 }), facts)
        .fails(conflict);
      given(history)
        .when(by({ previous: sample.digest('e') }), facts)
        .fails(conflict);
    });

    it(`${signs === 'must' ? 'is refused' : 'is the project’s own'} without a signature`, () => {
      const decided = given(history).when(command, facts);
      if (signs === 'must') decided.fails(invalid);
      else decided.then([{ event, reason: sample.reason }]);
    });

    it('meets a conflict where the record has just expired', () => {
      const late = { ...facts, now: new Date(sample.expiresAt) };
      const { events, refusal } = decide(history.reduce(evolve, null), by({}), late);
      expect(events.map(({ event: each }) => each.type)).toEqual(['service.record.expired']);
      expect(refusal).toMatchObject({ code: conflict });
    });

    it('is refused with a signature where the authority has no key', () => {
      given(history)
        .when(by({}), { ...facts, authority: sample.authority })
        .fails(invalid);
    });
  },
);

it('a recalled content does not come back by its old signature', () => {
  const amended = {
    ...unsigned,
    type: 'service.record.amended',
    content_digest: sample.digest('2'),
  } as const;
  const recalled = {
    ...amended,
    issuer_signature: signatureOver(amended, { sequence: 2, previous: digest }),
  };
  const corrected: RecordEvent = { ...amended, content_digest: sample.digest('3') };
  const signed = { signature: recalled.issuer_signature, previous: digest as string };
  const history = [registered, recalled, corrected];
  given(history)
    .when(sample.amend({ signed: { ...signed, sequence: 2 } }), facts)
    .fails(conflict);
  given(history)
    .when(sample.amend({ signed: { ...signed, sequence: 4 } }), facts)
    .fails(invalid);
});
