import { describe, expect, it, jest } from '@jest/globals';
import type { Following } from '@service/messaging';
import {
  SigningKey,
  canonicalJson,
  digestText,
  issuerStatementText,
  placeName,
  type IssuerStatement,
  type KeyLookUp,
  type PublishedKey,
  encodeBase64url,
} from '@service/evidence';
import type { Logger } from '@service/platform/logging';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { sampleAuthority, sampleKey, sampleKeys, sampleRow } from '../testing/sample-record.js';
import type { AskingCaller } from '../views/asking-caller.js';
import type { Directory, DirectoryAuthority, DirectoryKey } from '../views/directory.js';
import { Freshness } from '../views/freshness.js';
import { StoredRecord, type ElementRow, type RecordRow } from '../views/records/stored-record.js';
import type { RecordReader } from '../views/records/record-reader.js';
import { AnswerKey } from './answer-key.js';
import { Envelope, type EvidencePart } from './render-envelope.js';
import type { FoundBy } from './found-subject.js';
import type { LogCheck } from './log-check.js';
import { OrderCheck } from './order-check.js';
import { VerifyRecords } from './verify-records.js';

const authority = sampleAuthority();
const row = sampleRow(authority);
const published = sampleKey();
/** Of a log that was recovered a moment ago: it has its own time for the elements of the one before. */
const HEAD = {
  origin: 'log/recovered-1',
  treeSize: 1,
  within: 0n,
  shown: '',
  since: new Date().toISOString(),
  at: Infinity,
};

interface Surroundings {
  known?: DirectoryAuthority | undefined;
  inMemory?: boolean;
  /** The record as the view has it, past the cache; the same by default. */
  fresh?: RecordRow;
  /** Whether the directory catches up in time; true by default. */
  catchUp?: () => void | boolean;
  keys?: KeyLookUp;
  age?: number;
  /** Id of the key that signs the answers. */
  answerKey?: string;
  /** Place that the log has for every element; their order by default. */
  place?: number;
  /** Whether the authority’s successor in the log was looked up lately, and the log allows the answer. */
  lookedUp?: boolean;
  allowed?: boolean;
}

function verifier(of: RecordRow | null, surroundings: Surroundings = {}) {
  const { inMemory = true, catchUp = () => undefined } = surroundings;
  const record = of === null ? null : new StoredRecord(of, 0);
  const fresh = surroundings.fresh === undefined ? record : new StoredRecord(surroundings.fresh, 0);
  const records = {
    peek: () => (inMemory ? record : null),
    findFor: (caller: AskingCaller) => Promise.resolve(record?.belongsTo(caller) === true ? record : null),
    readFor: () => Promise.resolve(fresh),
  };
  const known = () => ('known' in surroundings ? surroundings.known : authority);
  const found = new Map<string, DirectoryKey>();
  const directory = {
    authority: (id: string) => (id === 'aut_1' ? known() : undefined),
    key: (keyId: string) => {
      const snapshot = (surroundings.keys ?? sampleKeys)(keyId);
      if (snapshot === undefined) return undefined;
      const told = { ...published.snapshot, ...snapshot } as DirectoryKey['snapshot'];
      // A key that does not change is the same object.
      const name = JSON.stringify(told);
      const key = found.get(name) ?? { ...published, snapshot: told };
      found.set(name, key);
      return key;
    },
  };
  const prepare = jest.fn(() => Promise.resolve());
  const allows = jest.fn(() => surroundings.allowed ?? true);
  const logger = { error: jest.fn() };
  const feed = { catchUp: jest.fn(async () => catchUp() ?? true) };
  const subject = new VerifyRecords(
    records as unknown as RecordReader,
    new Freshness({ age: () => surroundings.age ?? 0 }, 'records'),
    directory as unknown as Directory,
    feed as unknown as Following,
    { newestSize: 0, grownBeyond: () => Promise.resolve(false) },
    {
      isReady: () => surroundings.lookedUp ?? true,
      prepare,
      allows,
    } as unknown as LogCheck,
    new OrderCheck(
      {
        read: (wanted) =>
          Promise.resolve(
            new Map(
              wanted.map(([id, sequence], index) => [placeName(id, sequence), surroundings.place ?? index]),
            ),
          ),
      },
      { refuted: () => undefined },
    ),
    new RenderTurns(),
    new AnswerKey(
      { keyId: surroundings.answerKey ?? null },
      directory as unknown as Directory,
      logger as unknown as Logger,
    ),
  );
  const ask = async (projectId = 'prj_1', lookup: FoundBy | null = null, asOf = HEAD) => {
    const request = { record_id: 'rec_1', lookup, evidence_scope: ['provenance'] as const };
    const caller = { projectId, authorities: null };
    const { text } = await subject.verify(caller, request, 'req_1', new Date(), asOf);
    return JSON.parse(text) as {
      evidence: { provenance: { verified: boolean }; lookup?: { current: boolean } };
    };
  };
  return { subject, feed, ask, prepare, allows, logger };
}

const VERIFIED = { evidence: { provenance: { verified: true } } };
const NOT_VERIFIED = { evidence: { provenance: { verified: false } } };
const compromised = (invalid_since: string) => ({ cause: 'key_compromise', invalid_since }) as const;

describe('a verification', () => {
  it('of a cached record costs no promise, once its key was held against the log', async () => {
    const request = { record_id: 'rec_1', lookup: null, evidence_scope: ['provenance'] as const };
    const caller = { projectId: 'prj_1', authorities: null };
    const { subject, ask } = verifier(row);
    await ask();
    const answered = subject.verify(caller, request, 'req_1', new Date(), HEAD);
    expect(answered).toBeInstanceOf(Envelope);
  });

  it('reads a record that is not cached', async () => {
    expect(await verifier(row, { inMemory: false }).ask()).toMatchObject(VERIFIED);
  });

  it.each([true, false])('finds no record of another project (cached: %s)', async (inMemory) => {
    const { ask } = verifier(row, { inMemory });
    await expect(ask('prj_2')).rejects.toMatchObject({ code: 'record.not_found' });
  });

  it('takes the turns of whoever pays for it, such as a link and not its project', async () => {
    const turns = jest.spyOn(RenderTurns.prototype, 'run');
    const request = { record_id: 'rec_1', lookup: null, evidence_scope: ['provenance'] as const };
    const caller = { projectId: 'prj_1', authorities: null, payer: 'lnk_1' };
    await verifier(row, { inMemory: false }).subject.verify(caller, request, 'req_1', new Date(), HEAD);
    expect(turns.mock.calls.map(([payer]) => payer)).toEqual(['lnk_1']);
    turns.mockRestore();
  });

  it('finds no record where there is none', async () => {
    await expect(verifier(null).ask()).rejects.toMatchObject({ code: 'record.not_found' });
  });

  it('waits for an authority that has not arrived', async () => {
    const surroundings: Surroundings = { known: undefined };
    surroundings.catchUp = () => void (surroundings.known = authority);
    const { ask, feed } = verifier(row, surroundings);
    expect(await ask()).toMatchObject(VERIFIED);
    expect(feed.catchUp).toHaveBeenCalledTimes(1);
  });

  it('is unavailable, not false, where the authority does not arrive', async () => {
    const refused = verifier(row, { known: undefined }).ask();
    await expect(refused).rejects.toMatchObject({ code: 'service.unavailable' });
    const behind = verifier(row, { known: { ...authority, elements: [] } }).ask();
    await expect(behind).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

describe('the service’s own log', () => {
  it('makes an answer not verified whose element it lacks after the time that it promised', async () => {
    const asOf = { ...HEAD, origin: 'log' };
    expect(await verifier(row).ask('prj_1', null, asOf)).toMatchObject(NOT_VERIFIED);
    const suspended = sampleRow(authority, {}, 2);
    expect(await verifier(suspended).ask('prj_1', null, asOf)).toMatchObject(VERIFIED);
    const young = sampleRow(authority, { occurred_at: new Date().toISOString() });
    expect(await verifier(young).ask('prj_1', null, asOf)).toMatchObject(VERIFIED);
    const longAgo = { ...HEAD, since: '2026-02-02T00:00:00.000Z' };
    expect(await verifier(row).ask('prj_1', null, longAgo)).toMatchObject(NOT_VERIFIED);
  });

  it('is asked for a newer element also where its order is not held, so that one alarm hides no other', async () => {
    const { ask, allows } = verifier(row, { place: NaN });
    expect(await ask()).toMatchObject(NOT_VERIFIED);
    expect(allows).toHaveBeenCalledTimes(1);
  });

  it('makes an answer not verified whose element is of a log that it does not continue', async () => {
    for (const origin of ['another', 'log/recovered-1']) {
      const made = sampleRow(authority, {}, 2, origin);
      const asOf = { ...HEAD, origin: 'log' };
      expect(await verifier(made).ask('prj_1', null, asOf)).toMatchObject(NOT_VERIFIED);
    }
  });

  it('decides nothing where a key was compromised since the record was found', async () => {
    const surroundings: Surroundings = {};
    const { subject } = verifier(row, surroundings);
    const decided = await subject.find({ projectId: 'prj_1', authorities: null }, 'rec_1', HEAD);
    const render = () => subject.render(decided, ['state'], new Date(), 'req_1', HEAD);
    expect(render()).toBeInstanceOf(Envelope);
    surroundings.keys = (keyId) => Object.assign(sampleKeys(keyId) as PublishedKey, { state: 'revoked' });
    expect(render).toThrow(
      expect.objectContaining({ why: { cause: 'places_not_read', record_id: 'rec_1' } }),
    );
  });

  it.each([
    [1, 'answered'],
    [2, 'service.unavailable'],
  ])(
    'is read once more where a key changes while the answer waits for its turn: %i times',
    async (times, outcome) => {
      const surroundings: Surroundings = {};
      const { subject } = verifier(row, surroundings);
      const caller = { projectId: 'prj_1', authorities: null };
      let finds = 0;
      const find = async () => {
        const decided = await subject.find(caller, 'rec_1', HEAD);
        finds += 1;
        const told = { invalid_since: `2030-01-0${finds}T00:00:00.000Z` };
        if (finds <= times)
          surroundings.keys = (keyId) => Object.assign(sampleKeys(keyId) as PublishedKey, told);
        return decided;
      };
      const asked = subject.inTurn('prj_1', find, (decided) =>
        subject.render(decided, ['provenance'], new Date(), 'req_1', HEAD),
      );
      const code = await asked.then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
      expect([code, finds]).toEqual([outcome, 2]);
    },
  );

  it.each([true, false])(
    'has no answer as of a position that has become stale (cached: %s)',
    async (inMemory) => {
      const stale = { ...HEAD, at: performance.now() - 5_001 };
      await expect(verifier(row, { inMemory }).ask('prj_1', null, stale)).rejects.toMatchObject({
        why: { cause: 'log_head_stale' },
      });
    },
  );

  it('is looked up for the authority where that was not done lately', async () => {
    const { ask, prepare } = verifier(row, { lookedUp: false });
    expect(await ask()).toMatchObject(VERIFIED);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])(
    'makes an answer not verified that it contradicts (cached: %s)',
    async (inMemory) => {
      expect(await verifier(row, { allowed: false, inMemory }).ask()).toMatchObject(NOT_VERIFIED);
    },
  );

  it.each<[string, RecordRow, Surroundings]>([
    ['it contradicts', row, { allowed: false }],
    ['is of a changed element', { ...row, elements: [] }, {}],
    ['rests on a key that was never published', row, { keys: () => undefined }],
  ])('gives no answer that %s where the answer has no place to say so', async (_, of, surroundings) => {
    const { subject } = verifier(of, surroundings);
    const caller = { projectId: 'prj_1', authorities: null };
    const asked = async (...evidence_scope: EvidencePart[]) =>
      subject.verify(caller, { record_id: 'rec_1', lookup: null, evidence_scope }, 'req_1', new Date(), HEAD);
    for (const scope of [['state'], ['authority'], ['state', 'authority'], []] as EvidencePart[][]) {
      await expect(asked(...scope)).rejects.toMatchObject({ code: 'service.unavailable' });
    }
    expect(JSON.parse((await asked('state', 'provenance')).text)).toMatchObject(NOT_VERIFIED);
  });

  it('leaves an answer without provenance as it is where everything holds', async () => {
    const request = { record_id: 'rec_1', lookup: null, evidence_scope: ['state'] as const };
    const caller = { projectId: 'prj_1', authorities: null };
    const { text } = await verifier(row).subject.verify(caller, request, 'req_1', new Date(), HEAD);
    expect(JSON.parse(text)).toMatchObject({ evidence: { state: 'active' }, record: { state: 'active' } });
  });
});

describe('a key that signed a record', () => {
  it('is waited for where it has not arrived', async () => {
    const surroundings: Surroundings = { keys: () => undefined };
    surroundings.catchUp = () => void (surroundings.keys = sampleKeys);
    const { ask, feed } = verifier(row, surroundings);
    expect(await ask()).toMatchObject(VERIFIED);
    expect(feed.catchUp).toHaveBeenCalledTimes(1);
  });

  it('may still arrive in a stale directory', async () => {
    const behind = verifier(row, { keys: () => undefined, catchUp: () => false }).ask();
    await expect(behind).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('was never published where the directory has caught up', async () => {
    expect(await verifier(row, { keys: () => undefined }).ask()).toMatchObject(NOT_VERIFIED);
  });

  it.each<[string, Partial<PublishedKey>, object]>([
    ['counts where it was revoked because it ceased', { cause: 'ceased' }, VERIFIED],
    ['counts until it was compromised', compromised('2026-02-01T00:00:00.001Z'), VERIFIED],
    ['counts for nothing from then on', compromised('2026-02-01T00:00:00.000Z'), NOT_VERIFIED],
    ['counts for nothing where it is for answers', { purpose: 'answer' }, NOT_VERIFIED],
  ])('%s', async (_, changes, expected) => {
    const keys: KeyLookUp = (keyId) => {
      const known = sampleKeys(keyId);
      return known && { ...known, ...changes };
    };
    expect(await verifier(row, { keys }).ask()).toMatchObject(expected);
  });
});

describe('the key that signs the answers', () => {
  const answerKey = 'answers';

  it.each([
    ['that signs', 'active', VERIFIED],
    ['that has ended', 'revoked', NOT_VERIFIED],
  ] as const)('%s decides whether anything is verified', async (_, state, expected) => {
    const keys: KeyLookUp = (keyId) => {
      const known = sampleKeys(published.snapshot.key_id);
      return keyId === answerKey ? known && Object.assign({ ...known }, { state }) : sampleKeys(keyId);
    };
    const { ask, logger } = verifier(row, { keys, answerKey });
    expect([await ask(), await ask()]).toMatchObject([expected, expected]);
    expect(logger.error.mock.calls).toEqual(
      state === 'active' ? [] : [[{ key_id: answerKey }, expect.stringContaining('was revoked')]],
    );
  });

  it('is not waited for where its element has not arrived', async () => {
    const { ask, feed } = verifier(row, { answerKey });
    expect(await ask()).toMatchObject(VERIFIED);
    expect(feed.catchUp).not.toHaveBeenCalled();
  });
});

describe('an element that is not signed', () => {
  const [first, ...others] = row.elements as [ElementRow, ...ElementRow[]];

  it('makes a record not verified, without a wait', async () => {
    const { ask, feed } = verifier({ ...row, elements: [{ ...first, signature: null }, ...others] });
    expect(await ask()).toMatchObject(NOT_VERIFIED);
    expect(feed.catchUp).not.toHaveBeenCalled();
  });

  it('makes a record not verified where it belongs to the authority', async () => {
    const [granted] = authority.elements as [DirectoryAuthority['elements'][0]];
    const known = { ...authority, elements: [{ ...granted, signature: null }] };
    expect(await verifier(row, { known }).ask()).toMatchObject(NOT_VERIFIED);
  });
});

describe('a record of an authority with a key', () => {
  const issuer = SigningKey.generate('provenance', '2026-01-01T00:00:00.000Z');
  const issuing = sampleAuthority({ public_key: issuer.publicKey });
  const statement: IssuerStatement = {
    log: 'log',
    project_id: 'prj_1',
    authority_id: 'aut_1',
    type: 'service.record.registered',
    record_id: null,
    sequence: 1,
    previous: null,
    origin: row.origin,
    external_id: row.external_id,
    content_digest: row.content_digest,
    expires_at: row.expires_at,
    successor_id: null,
  };
  const signed = encodeBase64url(issuer.sign(Buffer.from(issuerStatementText(statement))));
  const another = `${signed.startsWith('A') ? 'B' : 'A'}${signed.slice(1)}`;

  it.each<[string, string | null, DirectoryAuthority, object]>([
    ['is verified with its signature', signed, issuing, VERIFIED],
    ['is not verified without it', null, issuing, NOT_VERIFIED],
    ['is not verified with another', another, issuing, NOT_VERIFIED],
    ['is not verified with one where the authority has no key', signed, authority, NOT_VERIFIED],
  ])('%s', async (_, issuer_signature, known, expected) => {
    // The project may suspend alone.
    const suspended = sampleRow(known, { issuer_signature }, 2);
    expect(await verifier(suspended, { known }).ask()).toMatchObject(expected);
  });

  it('is not verified where it was reinstated without its signature', async () => {
    const reinstated = sampleRow(issuing, { issuer_signature: signed });
    expect(await verifier(reinstated, { known: issuing }).ask()).toMatchObject(NOT_VERIFIED);
  });
});

describe('a stale view', () => {
  it('is not answered from, with the record cached or not', async () => {
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
      for (const digest of [row.digest, digestText(text)]) {
        const changed = { ...row, digest, elements: [first, second, { ...third, text }] } as RecordRow;
        expect([value, await verifier(changed).ask()]).toMatchObject([value, NOT_VERIFIED]);
      }
    }
  });

  it('to name another authority is answered with the one in the directory', async () => {
    expect(await verifier({ ...row, authority_id: 'aut_2' }).ask()).toMatchObject(NOT_VERIFIED);
  });
});

describe('a record that was looked up', () => {
  const found = (content_digest: string): FoundBy => ({
    by: 'content_digest',
    member: 'content_digest',
    value: content_digest,
    matches: 1,
    revoked_matches: 0,
  });
  const digests = row.elements.map(
    ({ text }) => (JSON.parse(text) as { content_digest: string }).content_digest,
  );
  const newest = digests.at(-1) ?? '';

  it('has what it was found by', async () => {
    const { evidence } = await verifier(row).ask('prj_1', found(newest));
    expect([evidence.provenance.verified, evidence.lookup?.current]).toEqual([true, true]);
  });

  it('is not verified where its chain never had that, though the rows of the view say so', async () => {
    const forged = found(digestText('forged'));
    const { evidence } = await verifier(row).ask('prj_1', forged);
    expect([evidence.provenance.verified, evidence.lookup?.current]).toEqual([false, false]);
  });

  it('is read past the cache where the cached one is older than what it was found by', async () => {
    const [first] = row.elements;
    const older = {
      ...row,
      elements:
        first === undefined
          ? []
          : [{ ...first, text: first.text.replace(digests[0] ?? '', digestText('older')) }],
    };
    const { evidence } = await verifier(older, { fresh: row }).ask('prj_1', found(newest));
    expect([evidence.provenance.verified, evidence.lookup?.current]).toEqual([true, true]);
  });
});
