import { describe, expect, it } from '@jest/globals';
import { MOST_SUBJECTS } from '../interaction.js';
import { sampleInteraction } from '../testing/sample-interaction.js';
import { credentialOf, mayWrite, readLine, type HistoryLine } from './read-line.js';
import { LONGEST_LINE, renderLine } from './render-line.js';

const place = {
  sequence: 1,
  at: Date.parse('2026-03-01T12:00:00Z'),
  outcome: 'succeeded',
  client: null,
} as const;
const written = (changes: Parameters<typeof sampleInteraction>[0]) =>
  readLine(renderLine(sampleInteraction(changes), place)) as HistoryLine;

describe('a line', () => {
  it('holds the actor, the session and the subjects', () => {
    const line = written({
      channel: 'console',
      actor: { type: 'operator', id: 'opr_1', session: 'ses_1' },
      subjects: ['rec_1', 'rec_2'],
    });
    expect(line).toMatchObject({
      format: 'interaction/v2',
      channel: 'console',
      actor: { type: 'operator', id: 'opr_1', session: 'ses_1' },
      subjects: ['rec_1', 'rec_2'],
      client: null,
    });
    expect(credentialOf(line)).toBe('opr_1');
  });

  it('names a credential as an actor', () => {
    expect(credentialOf(written({ actor: { type: 'credential', id: 'crd_1' } }))).toBe('crd_1');
  });

  it('names a link as an actor', () => {
    expect(credentialOf(written({ actor: { type: 'link', id: 'lnk_1' } }))).toBe('lnk_1');
  });

  it('names the subject of an access token, even one like a credential, as another caller', () => {
    expect(credentialOf(written({ actor: { type: 'oauth', id: 'crd_1' } }))).toBe('oauth:crd_1');
  });

  it('holds at most a hundred subjects, and is never longer than the longest line', () => {
    const subjects = Array.from({ length: MOST_SUBJECTS + 1 }, () => '\u0001'.repeat(70));
    const id = '\u0001'.repeat(300);
    const actor = { type: 'oauth', id, session: id } as const;
    const text = renderLine(sampleInteraction({ actor, subjects }), place);
    expect(readLine(text)?.subjects).toEqual(
      subjects.slice(0, MOST_SUBJECTS).map((subject) => subject.slice(0, 64)),
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LONGEST_LINE);
    expect(Buffer.byteLength(text)).toBeGreaterThan(LONGEST_LINE - 2_048);
  });

  it.each([
    ['another format', { format: 'interaction/v3' }],
    ['no format', { format: undefined }],
    ['no actor', { actor: undefined }],
    ['an actor without an id', { actor: { type: 'credential' } }],
    ['null for an actor', { actor: null }],
    ['a subject that is not a text', { subjects: ['rec_1', 1] }],
    ['one subject in place of a list', { subjects: 'rec_1' }],
    ['no request id', { request_id: undefined }],
    ['a moment of another form', { occurred_at: '2026-03-01' }],
    ['an object for a text', { operation: { toString: 0 } }],
    ['an object for the client', { client: { toString: 0 } }],
    ['a fraction of an item', { items: 0.5 }],
    ['an unknown outcome', { outcome: 'odd' }],
    ['a session that is not a text', { actor: { type: 'operator', id: 'x', session: null } }],
    ['more subjects than a line has', { subjects: Array(101).fill('rec_1') }],
  ])('with %s is not read', (_, changes) => {
    const line = JSON.parse(renderLine(sampleInteraction(), place)) as object;
    expect(readLine(JSON.stringify(line))).not.toBeNull();
    expect(readLine(JSON.stringify({ ...line, ...changes }))).toBeNull();
  });

  it('lets no id break out of it', () => {
    const id = `"},"operation":"x`;
    const line = written({ actor: { type: 'oauth', id, session: id } });
    expect(line).toMatchObject({ actor: { type: 'oauth', id, session: id }, operation: 'records.verify' });
  });

  it('of another app than the gateway says what that app did by itself', () => {
    const writer = 'webhook_dispatcher.wri_1';
    const itself = {
      channel: 'events',
      actor: { type: 'service', id: 'webhook_dispatcher' },
      client: null,
    } as const;
    const own = { ...written(itself), client: null } as HistoryLine;
    expect([mayWrite(writer, own), mayWrite('wri_1', own)]).toEqual([true, true]);
    const other = { ...own, actor: { type: 'service', id: 'verify_api' } } as HistoryLine;
    expect(mayWrite(writer, other)).toBe(false);
    const ofCaller = { ...own, client: 'sha256:00' } as HistoryLine;
    expect(mayWrite(writer, ofCaller)).toBe(false);
    expect(mayWrite(writer, written({}))).toBe(false);
    expect(mayWrite('wri_1', written({}))).toBe(true);
  });

  it.each(['', 'null', '[]', '7', '{'])('is not the text %j', (text) => expect(readLine(text)).toBeNull());
});
