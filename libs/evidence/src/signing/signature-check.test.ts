import { describe, expect, it } from '@jest/globals';
import { decodeBase64url, encodeBase64url } from '../encoding/base-encodings.js';
import { checkSignatureLater, noteSignature, signatureHolds, type SignedMessage } from './signature-check.js';
import { SigningKey } from './signing-key.js';

const newKey = () => SigningKey.generate('answer', '2026-11-21T12:00:00.000Z');
const key = newKey();

/** A message that counts the reads of its bytes, which equal the computed checks. */
function messageOf(text: string) {
  const asked = { count: 0 };
  const message: SignedMessage = {
    name: text,
    bytes: () => {
      asked.count += 1;
      return Buffer.from(text);
    },
  };
  return { message, asked };
}
const signatureOf = (text: string, by = key) => encodeBase64url(by.sign(Buffer.from(text)));

describe('a signature', () => {
  it('is valid under its key over its message, and checked once', () => {
    const { message, asked } = messageOf('once');
    for (let count = 0; count < 3; count += 1) {
      expect(signatureHolds(key.publicKey, message, signatureOf('once'))).toBe(true);
      expect(signatureHolds(key.publicKey, message, signatureOf('twice'))).toBe(false);
    }
    expect(asked.count).toBe(2);
  });

  it('is not valid under another key or over another message', () => {
    const [one, other] = [messageOf('one').message, messageOf('other').message];
    expect(signatureHolds(key.publicKey, one, signatureOf('one'))).toBe(true);
    expect(signatureHolds(newKey().publicKey, one, signatureOf('one'))).toBe(false);
    expect(signatureHolds(key.publicKey, other, signatureOf('one'))).toBe(false);
  });

  it('is checked beside the event loop once, with the same result', async () => {
    const { message, asked } = messageOf('later');
    const [sound, wrong] = [signatureOf('later'), signatureOf('never')];
    for (const signature of [sound, wrong, sound, `${sound.slice(0, 85)}!`, 'A'.repeat(86), '']) {
      await checkSignatureLater(key.publicKey, message, signature);
    }
    await checkSignatureLater('no key', message, sound);
    const read = asked.count;
    expect(signatureHolds(key.publicKey, message, sound)).toBe(true);
    expect(signatureHolds(key.publicKey, message, wrong)).toBe(false);
    expect(signatureHolds(key.publicKey, message, `${sound.slice(0, 85)}!`)).toBe(false);
    expect(signatureHolds(key.publicKey, message, 'A'.repeat(86))).toBe(false);
    expect(asked.count).toBe(read);
    expect(read).toBe(3);
  });

  it('over a message that cannot be read does not hold, and its check beside the event loop fails no other', async () => {
    const unreadable: SignedMessage = { name: 'unreadable', bytes: () => decodeBase64url('*') };
    await checkSignatureLater(key.publicKey, unreadable, signatureOf('x'));
    expect(signatureHolds(key.publicKey, unreadable, signatureOf('x'))).toBe(false);
  });

  it('that this process made needs no check; any other bytes do', () => {
    const { message, asked } = messageOf('made');
    const made = signatureOf('made');
    noteSignature(key.publicKey, message, made);
    expect(signatureHolds(key.publicKey, message, made)).toBe(true);
    expect(asked.count).toBe(0);
    expect(signatureHolds(key.publicKey, messageOf('forged').message, made)).toBe(false);
    expect(signatureHolds(newKey().publicKey, message, made)).toBe(false);
    expect(signatureHolds(key.publicKey, message, signatureOf('forged'))).toBe(false);
  });

  it('has one form only', () => {
    const { message } = messageOf('form');
    const signature = signatureOf('form');
    const spare = String.fromCharCode(signature.charCodeAt(85) + 1);
    const forms = [
      `${signature}=`,
      `${signature.slice(0, 85)}${spare}`,
      signature.slice(1),
      `${signature}AA`,
      '',
    ];
    expect(forms.map((form) => signatureHolds(key.publicKey, message, form))).toEqual(forms.map(() => false));
  });

  it('is never valid under a key of low order, which would accept any', () => {
    const identity = Buffer.alloc(32, 0);
    identity[0] = 1;
    // R is the identity and S zero: whatever the message, S·B = R + h·A.
    const forged = Buffer.concat([identity, Buffer.alloc(32)]).toString('base64url');
    expect(signatureHolds(identity.toString('base64url'), messageOf('any').message, forged)).toBe(false);
  });

  it.each(['', 'x', 'x'.repeat(1_000)])('is never valid under an invalid key', (text) => {
    expect(signatureHolds(text, messageOf('no key').message, signatureOf('no key'))).toBe(false);
  });
});
