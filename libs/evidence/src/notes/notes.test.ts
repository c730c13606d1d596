import { beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { SigningKey } from '../signing/signing-key.js';
import { noteSigner, signNote, signText, addSignatures } from './note-signer.js';
import { noteVerifier, openNote, type NoteVerifier } from './note-verifier.js';
import { formatNote, parseNote } from './signed-note.js';
import { formatVerifierKey, parseVerifierKey, verifierKey } from './verifier-key.js';

const key = (): SigningKey => SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
const alice = noteSigner('log.example/alice', key());
const bob = noteSigner('log.example/bob', key());

function verifierOf(signer: typeof alice): NoteVerifier {
  return noteVerifier(signer.verifierKey) as NoteVerifier;
}

const malformed = expect.objectContaining({ code: 'note.malformed' });

/** Some text of a note: whole lines, possibly empty ones. */
const noteText = fc
  .array(
    fc.string({ unit: 'binary' }).map((line) => line.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')),
    { minLength: 1 },
  )
  .map((lines) => `${lines.join('\n')}\n`);

describe('a signed note', () => {
  it('gives back its text and its signatures, whatever lines it has', () => {
    fc.assert(
      fc.property(noteText, (text) => {
        const note = signNote(text, [alice, bob]);
        expect(formatNote(parseNote(note))).toBe(note);
        const opened = openNote(note, [verifierOf(alice)]);
        expect(opened.text).toBe(text);
        expect(opened.verified.map(({ name }) => name)).toEqual(['log.example/alice']);
        expect(opened.ignored.map(({ name }) => name)).toEqual(['log.example/bob']);
      }),
      { numRuns: 50 },
    );
  });

  const note = signNote('a\n\nb\n', [alice]);
  const [line = ''] = note.split('\n').slice(-2);

  it.each([
    ['no signature', 'a\nb\n'],
    ['a text that does not end in a line feed', note.replace('b\n\n', 'b\n')],
    ['no line feed at its end', note.slice(0, -1)],
    ['a line behind its signatures', `${note}c\n`],
    ['an empty line behind its signatures', `${note}\n`],
    ['a control character', note.replace('a', '\u0001')],
    ['a carriage return', note.replace('a', 'a\r')],
    ['a tab', note.replace('a', '\t')],
    ['half a surrogate pair', note.replace('a', '\ud800')],
    ['another dash', note.replace('\u2014', '-')],
    ['two spaces', note.replace('\u2014 ', '\u2014  ')],
    ['a name with a plus', note.replace('alice', 'al+ce')],
    ['a name with a Unicode space', note.replace('alice', 'al\u2003ce')],
    ['a signature that is not base64', note.replace(line, `${line}!`)],
    ['base64 that is not canonical', note.replace(/=\n$/, '\n')],
    ['a signature without bytes', note.replace(/ [^ ]+\n$/, ' AAAAAA==\n')],
    ['more than 100 signatures', `${note}${`${line}\n`.repeat(100)}`],
  ])('is refused with %s', (_, text) => {
    expect(text).not.toBe(note);
    expect(() => parseNote(text)).toThrow(malformed);
  });

  it('is refused where a known key did not sign it, and where no known key did', () => {
    const forged = note.replace('b\n', 'c\n');
    expect(() => openNote(forged, [verifierOf(alice)])).toThrow(
      expect.objectContaining({ code: 'note.bad_signature' }),
    );
    expect(() => openNote(note, [verifierOf(bob)])).toThrow(
      expect.objectContaining({ code: 'note.unsigned' }),
    );
    expect(() => openNote(note, [])).toThrow(expect.objectContaining({ code: 'note.unsigned' }));
  });

  it('is refused for one bad signature of a known key among good ones', () => {
    const { text, signatures } = parseNote(signNote('a\n', [alice, bob]));
    const [good, other] = signatures as [(typeof signatures)[0], (typeof signatures)[0]];
    const bad = { ...other, signature: Buffer.alloc(64, 1) };
    const known = [verifierOf(alice), verifierOf(bob)];
    for (const list of [
      [good, bad],
      [bad, good],
      [good, other, bad],
    ]) {
      expect(() => openNote(formatNote({ text, signatures: list }), known)).toThrow(
        expect.objectContaining({ code: 'note.bad_signature' }),
      );
    }
    expect(
      openNote(formatNote({ text, signatures: [good, bad] }), [verifierOf(alice)]).verified,
    ).toHaveLength(1);
  });

  it('ignores a key of a known name or hash, but not both', () => {
    const { text, signatures } = parseNote(note);
    const [signature] = signatures as [(typeof signatures)[0]];
    for (const change of [{ name: 'log.example/carol' }, { keyHash: (signature.keyHash + 1) % 2 ** 32 }]) {
      const changed = formatNote({ text, signatures: [signature, { ...signature, ...change }] });
      expect(openNote(changed, [verifierOf(alice)])).toMatchObject({
        verified: [{ name: 'log.example/alice' }],
        ignored: [change],
      });
    }
  });

  it('lists a key that signed twice once, and takes a fresh signature for an old one', () => {
    const twice = formatNote({ text: 'a\n', signatures: [signText('a\n', alice), signText('a\n', alice)] });
    expect(openNote(twice, [verifierOf(alice)]).verified).toHaveLength(1);
    const stale = { ...signText('b\n', alice), signature: Buffer.alloc(64) };
    const renewed = addSignatures({ text: 'a\n', signatures: [stale, signText('a\n', bob)] }, [
      signText('a\n', alice),
    ]);
    expect(openNote(formatNote(renewed), [verifierOf(alice), verifierOf(bob)]).verified).toHaveLength(2);
  });

  it.each(['', 'a', 'a\r\n', '\0\n', 'a\ud800\n'])('cannot have the text %j', (text) => {
    expect(() => signNote(text, [alice])).toThrow(RangeError);
  });
});

describe('a vkey', () => {
  let text: string;
  beforeAll(() => {
    text = formatVerifierKey(alice.verifierKey);
  });

  it('gives back its key', () => {
    expect(parseVerifierKey(text)).toEqual(alice.verifierKey);
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(1, 4, 6),
        (bytes, type) => {
          const made = verifierKey('log.example', type, bytes);
          expect(parseVerifierKey(formatVerifierKey(made))).toEqual(made);
        },
      ),
    );
  });

  it('of an unknown type is read and verifies nothing', () => {
    const unknown = verifierKey('log.example', 0x06, Buffer.alloc(1312, 3));
    expect(noteVerifier(parseVerifierKey(formatVerifierKey(unknown)))).toBeNull();
  });

  it('is refused in any other form', () => {
    const [name = '', hash = '', base64 = ''] = text.split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
    expect(`${name}+${hash}+${base64}`).toBe(text);
    for (const spoiled of [
      '',
      name,
      `${name}+${hash}`,
      `+${hash}+${base64}`,
      `${name}x+${hash}+${base64}`,
      `${name} +${hash}+${base64}`,
      `${name}+0${hash}+${base64}`,
      `${name}+${hash.slice(1)}+${base64}`,
      `${name}+${'0'.repeat(8)}+${base64}`,
      `${name}+${hash}+`,
      `${name}+${hash}+${base64}=`,
      `${name}+${hash}+${base64.slice(0, -4)}`,
      `${text}\n`,
    ]) {
      expect(() => parseVerifierKey(spoiled)).toThrow(
        expect.objectContaining({ code: 'verifier_key.malformed' }),
      );
    }
  });

  it.each(['', 'a b', 'a+b', 'a\u00a0b', 'a\u0085', 'a\n', '\ud800'])('cannot be named %j', (name) => {
    expect(() => verifierKey(name, 1, Buffer.alloc(32))).toThrow(RangeError);
  });
});
