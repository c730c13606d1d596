import { describe, expect, it } from '@jest/globals';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { ConsoleSeals } from './console-seals.js';
import { sealSession, sessionOfRow, type SessionRow } from './sessions/session-row.js';
import { digestOfToken, makeSessionToken } from './sessions/session-token.js';

const seals = new ConsoleSeals(new Peppers(['a pepper of this test']), 'production');
const others = [
  new ConsoleSeals(new Peppers(['another pepper']), 'production'),
  new ConsoleSeals(new Peppers(['a pepper of this test']), 'development'),
];

describe('a sealed text', () => {
  it('is read for its purpose, where it was written, also under a newer pepper', () => {
    const text = seals.write('proof', { act: 1 });
    expect(seals.read('proof', text)).toEqual({ act: 1 });
    const newer = new ConsoleSeals(new Peppers(['a new one', 'a pepper of this test']), 'production');
    expect(newer.read('proof', text)).toEqual({ act: 1 });
  });

  it('is nothing for another purpose, in another environment, and once it is changed', () => {
    const text = seals.write('sign-in', { act: 1 });
    expect(seals.read('proof', text)).toBeNull();
    for (const other of others) expect(other.read('sign-in', text)).toBeNull();
    const [content = '', seal = ''] = text.split('.');
    const forged = Buffer.from('{"act":2}').toString('base64url');
    for (const each of [`${forged}.${seal}`, content, `${content}.`, `${text}.`, '']) {
      expect(seals.read('sign-in', each)).toBeNull();
    }
  });
});

describe('the token of a session', () => {
  it('is told from any other text without a query', () => {
    const token = makeSessionToken(seals);
    expect(digestOfToken(seals, token)).toHaveLength(32);
    expect(
      digestOfToken(
        seals,
        token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    ).toBeNull();
    for (const other of others) expect(digestOfToken(other, token)).toBeNull();
    for (const text of ['', 'x'.repeat(86), `${token}=`]) expect(digestOfToken(seals, text)).toBeNull();
  });
});

describe('the row of a session', () => {
  const digest = digestOfToken(seals, makeSessionToken(seals)) as Buffer;
  const session = {
    id: 'ses_1',
    operatorId: 'opr_1',
    key: 'sha256:00',
    method: 'passkey',
    signedInAt: 1_000,
    expiresAt: 2_000,
  } as const;
  const row: SessionRow = {
    token_digest: digest,
    session_id: 'ses_1',
    operator_id: 'opr_1',
    key_thumbprint: 'sha256:00',
    method: 'passkey',
    signed_in_at: new Date(1_000),
    expires_at: new Date(2_000),
    last_used_at: new Date(1_500),
    address: null,
    user_agent: null,
    mac: sealSession(seals, digest, session),
  };

  it('is a session as it was written', () => {
    expect(sessionOfRow(seals, row)).toEqual(session);
  });

  it.each<Partial<SessionRow>>([
    { operator_id: 'opr_2' },
    { session_id: 'ses_2' },
    { key_thumbprint: 'sha256:01' },
    { method: 'password' },
    { signed_in_at: new Date(1_001) },
    { expires_at: new Date(9_000) },
    { token_digest: Buffer.alloc(32) },
    { mac: Buffer.alloc(32) },
    { mac: Buffer.alloc(0) },
  ])('is none once somebody changed it: %j', (changed) => {
    expect(sessionOfRow(seals, { ...row, ...changed })).toBeNull();
  });
});
