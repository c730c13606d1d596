import { describe, expect, it, jest } from '@jest/globals';
import type { Following } from '@service/messaging';
import { canonicalJson, digestText } from '@service/evidence';
import type { AskingCaller } from '../credentials/caller.js';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import type { Directory, KnownAuthority } from '../views/directory.js';
import { Freshness } from '../views/freshness.js';
import { KeptRecord, type RecordRow } from './kept-record.js';
import type { RecordReader } from './record-reader.js';
import { VerifyRecords } from './verify-records.js';

const authority = sampleAuthority();
const row = sampleRow(authority);

interface Surroundings {
  known?: KnownAuthority | undefined;
  inMemory?: boolean;
  catchUp?: () => void;
  age?: number;
}

function verifier(of: RecordRow | null, surroundings: Surroundings = {}) {
  const { inMemory = true, catchUp = () => undefined } = surroundings;
  const record = of === null ? null : new KeptRecord(of, 0);
  const records = {
    peek: () => (inMemory ? record : null),
    findFor: (caller: AskingCaller) => Promise.resolve(record?.belongsTo(caller) === true ? record : null),
  };
  const known = () => ('known' in surroundings ? surroundings.known : authority);
  const directory = { authority: (id: string) => (id === 'aut_1' ? known() : undefined) };
  const feed = { catchUp: jest.fn(async () => catchUp()) };
  const subject = new VerifyRecords(
    records as unknown as RecordReader,
    new Freshness({ age: () => surroundings.age ?? 0 }),
    directory as unknown as Directory,
    feed as unknown as Following,
  );
  const ask = async (projectId = 'prj_1') => {
    const request = { record_id: 'rec_1', evidence_scope: ['provenance'] as const };
    const text = await subject.verify({ projectId, authorities: null }, request, 'req_1', new Date());
    return JSON.parse(text) as { evidence: { provenance: { verified: boolean } } };
  };
  return { subject, feed, ask };
}

const VERIFIED = { evidence: { provenance: { verified: true } } };
const NOT_VERIFIED = { evidence: { provenance: { verified: false } } };

describe('a verification', () => {
  it('of a record in memory costs no promise', () => {
    const request = { record_id: 'rec_1', evidence_scope: ['provenance'] as const };
    expect(
      typeof verifier(row).subject.verify(
        { projectId: 'prj_1', authorities: null },
        request,
        'req_1',
        new Date(),
      ),
    ).toBe('string');
  });

  it('reads what is not in memory', async () => {
    expect(await verifier(row, { inMemory: false }).ask()).toMatchObject(VERIFIED);
  });

  it.each([true, false])('finds no record of another project (in memory: %s)', async (inMemory) => {
    const { ask } = verifier(row, { inMemory });
    await expect(ask('prj_2')).rejects.toMatchObject({ code: 'record.not_found' });
  });

  it('finds no record where there is none', async () => {
    await expect(verifier(null).ask()).rejects.toMatchObject({ code: 'record.not_found' });
  });

  it('waits for an authority that has not arrived', async () => {
    const surroundings: Surroundings = { known: undefined };
    surroundings.catchUp = () => (surroundings.known = authority);
    const { ask, feed } = verifier(row, surroundings);
    expect(await ask()).toMatchObject(VERIFIED);
    expect(feed.catchUp).toHaveBeenCalledTimes(1);
  });

  it('is refused, not denied, where the authority does not arrive', async () => {
    const refused = verifier(row, { known: undefined }).ask();
    await expect(refused).rejects.toMatchObject({ code: 'service.unavailable' });
    const behind = verifier(row, { known: { ...authority, elements: [] } }).ask();
    await expect(behind).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

describe('a view that is too far behind', () => {
  it('is not answered from, be the record in memory or not', async () => {
    for (const inMemory of [true, false]) {
      const stale = verifier(row, { inMemory, age: 5_001 }).ask();
      await expect(stale).rejects.toMatchObject({ code: 'service.unavailable' });
    }
  });
});

describe('a record whose rows were changed', () => {
  const members = Object.keys(JSON.parse(row.elements[2]?.text ?? '') as object);

  it.each(members)('at %s of its newest element is answered, and not verified', async (name) => {
    for (const value of [undefined, null, 7, 'other', [], {}, { id: null, version: 'x' }]) {
      const [first, second, third] = row.elements;
      const content = JSON.parse(third?.text ?? '') as object;
      const text = canonicalJson({ ...content, [name]: value });
      if (text === third?.text) continue;
      for (const digest of [third?.digest, digestText(text)]) {
        // Salt and id can be changed unseen only together with the digest: nothing follows that names it.
        if (digest !== third?.digest && ['salt', 'event_id', 'issuer_signature'].includes(name)) continue;
        const changed = { ...row, elements: [first, second, { ...third, text, digest }] } as RecordRow;
        expect([value, await verifier(changed).ask()]).toMatchObject([value, NOT_VERIFIED]);
      }
    }
  });

  it('to name another authority is answered by the one that is known', async () => {
    expect(await verifier({ ...row, authority_id: 'aut_2' }).ask()).toMatchObject(NOT_VERIFIED);
  });
});
