import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  canonicalJson,
  digestText,
  encodeEntryBundle,
  firstSlot,
  formatCheckpoint,
  formatVerifierKey,
  logEntry,
  slotOf,
  noteCosigner,
  noteSigner,
  openPolicy,
  parsePolicy,
  signNote,
  signPolicy,
  trustOfPolicy,
  trustOfSignedPolicy,
  type Digest,
  type Trust,
} from '@service/evidence';
import { temporaryFolder } from '@service/testing/fixtures';
import { CommandError } from '../errors.js';
import { SampleLog, sampleEntry } from '../testing/sample-log.js';
import type { Finding } from './finding.js';
import { readMonitorTrust } from './monitor-trust.js';
import { Monitor } from './monitor.js';
import { runMonitor } from './run-monitor.js';
import { publicLogAt } from '../public-log.js';
import { readGiven } from './read-given.js';

let log: SampleLog;
let directory: string;
let monitors: Monitor[];

beforeEach(async () => {
  log = await SampleLog.start(600);
  directory = temporaryFolder();
  monitors = [];
});
afterEach(async () => {
  for (const monitor of monitors) monitor.close();
  await log[Symbol.asyncDispose]();
});

interface Opening {
  files?: string[];
  witnesses?: string[];
  quorum?: number | null;
  weakQuorum?: boolean;
  /** Milliseconds. */
  clockSlack?: number;
  /** Instead of the keys of the log and the witnesses. */
  trust?: Trust;
  allowExpiredPolicy?: boolean;
  entriesPerLook?: number;
  stop?: AbortSignal;
}

/** A monitor that continues from the state of the test's previous one. */
async function open(opening: Opening = {}): Promise<Monitor> {
  const { files = [], witnesses = [], quorum = null, weakQuorum = false, clockSlack = 30_000 } = opening;
  for (const before of monitors.splice(0)) before.close();
  const named = { vkeys: [log.vkey], witnesses, quorum: quorum ?? witnesses.length, weakQuorum };
  const { trust = readMonitorTrust(named), allowExpiredPolicy = false, stop, entriesPerLook } = opening;
  const bound = entriesPerLook === undefined ? {} : { entriesPerLook };
  const given = await readGiven(files);
  const silentAfter = 300;
  const seen = { log: publicLogAt(log.url, stop), trust, given, directory };
  const monitor = new Monitor({ ...seen, silentAfter, clockSlack, allowExpiredPolicy, ...bound });
  monitors.push(monitor);
  return monitor;
}

/** Writes values to a file, one on each line. @returns the files to give to a monitor. */
async function given(...values: unknown[]): Promise<string[]> {
  const file = join(directory, 'given.ndjson');
  await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  return [file];
}

function alarmsOf(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level === 'alarm').map(({ kind }) => kind);
}

async function alarms(monitor: Monitor): Promise<string[]> {
  return alarmsOf(await monitor.look());
}

const kindsOf = (findings: readonly Finding[]): string[] => findings.map(({ kind }) => kind);

/** What a monitor finds about what it is given. */
const judged = async (values: unknown[], opening: Opening = {}): Promise<Finding[]> =>
  (await open({ ...opening, files: await given(...values) })).look();
const alarmsAt = async (opening: Opening, ...values: unknown[]) => alarmsOf(await judged(values, opening));
const alarmsOn = (...values: unknown[]) => alarmsAt({}, ...values);

const LONG_AGO = '2026-11-21T03:00:00.000Z';
/** ISO 8601. @param ago seconds. */
const moment = (ago: number): string => new Date(Date.now() - ago * 1_000).toISOString();
/** A position of the log, as of which an answer is. */
const asOf = (size: number, time = LONG_AGO): string =>
  `${log.origin} ${size} ${log.checkpoint(size).split('\n')[2]} ${time}`;
const newKey = () => SigningKey.generate('checkpoint', LONG_AGO);
const cosigning = (name: string, ago: number, key = newKey()) =>
  noteCosigner(name, key, () => Math.floor(Date.now() / 1_000) - ago);
const bundleOf = (answer: object, checkpoint: string, record: unknown[] = []) => ({
  format: 'bundle/v1',
  answer,
  record,
  checkpoint,
});

/** Lets the monitor have seen its first stored checkpoints so many seconds ago. */
async function seenAgo(...agos: number[]): Promise<void> {
  const file = join(directory, 'checkpoints.ndjson');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const seen = lines.map((line, at) => ({ ...(JSON.parse(line) as object), seen_at: moment(agos[at] ?? 0) }));
  await writeFile(file, seen.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

describe('a monitor', () => {
  it('follows a log that grows, and finds nothing', async () => {
    const monitor = await open();
    for (const more of [0, 1, 0, 255, 300, 513]) {
      log.grow(more);
      expect(await alarms(monitor)).toEqual([]);
      expect(monitor.size).toBe(log.entries.length);
    }
  });

  it('continues where it stopped', async () => {
    await (await open()).look();
    log.grow(10);
    const again = await open();
    expect(again.size).toBe(600);
    expect(await alarms(again)).toEqual([]);
    expect(again.size).toBe(610);
  });

  it('stores every checkpoint that it saw', async () => {
    const monitor = await open();
    for (const more of [0, 0, 3]) {
      log.grow(more);
      await monitor.look();
    }
    const lines = (await readFile(join(directory, 'checkpoints.ndjson'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { note: string }).note)).toEqual([
      log.checkpoint(600),
      log.checkpoint(603),
    ]);
  });

  it('reads a long log in several looks, also after a restart', async () => {
    const look = async (monitor: Monitor) => kindsOf(await monitor.look());
    const first = await open({ entriesPerLook: 300 });
    expect(await look(first)).toEqual(['log.partly_read']);
    expect([first.size, first.isBehind]).toEqual([256, true]);
    log.grow(100);
    const second = await open({ entriesPerLook: 300 });
    expect(second.size).toBe(256);
    expect(await look(second)).toEqual(['log.partly_read']);
    expect(await look(second)).toEqual(['log.grew']);
    expect([second.size, second.isBehind]).toEqual([700, false]);
    expect(await alarms(await open())).toEqual([]);
  });

  it('ends a look when it is told to stop', async () => {
    const stop = new AbortController();
    log.instead = (path) => {
      if (path !== 'checkpoint') stop.abort();
      return path !== 'checkpoint';
    };
    const monitor = await open({ stop: stop.signal });
    const options = { interval: 1, patience: 0, tell: () => undefined, stop: stop.signal };
    expect(await runMonitor(monitor, { once: true, ...options })).toBeNull();
  });

  it('reads full tiles of a mirror that has dropped the partial ones', async () => {
    log.size = 300;
    log.instead = (path, response) => path.includes('/001.p/') && response.writeHead(404).end() !== undefined;
    const monitor = await open();
    expect([await alarms(monitor), monitor.size]).toEqual([[], 300]);
  });

  it('follows an empty log', async () => {
    log.entries = [];
    const monitor = await open();
    expect(await alarms(monitor)).toEqual([]);
    log.grow(3);
    expect(await alarms(monitor)).toEqual([]);
  });
});

describe('a monitor raises an alarm if', () => {
  it('the log cannot be read, until it can be read again', async () => {
    log.instead = (_, response) => response.writeHead(503).end() !== undefined;
    const monitor = await open();
    expect(await alarms(monitor)).toEqual(['log.unreachable']);
    log.instead = null;
    expect(await alarms(monitor)).toEqual([]);
  });

  it('the checkpoint is not signed by the log', async () => {
    log.note = log.checkpoint().replace('\n600\n', '\n599\n');
    expect(await alarms(await open())).toEqual(['log.checkpoint']);
  });

  it('the log is rolled back, even between two runs', async () => {
    await (await open()).look();
    log.size = 599;
    const monitor = await open();
    expect(await alarms(monitor)).toEqual(['log.rollback']);
    expect(await alarms(monitor)).toEqual(['log.rollback']);
    log.size = null;
    expect(await alarms(monitor)).toEqual([]);
  });

  it('the log signs another root at the same size, and never forgets it', async () => {
    const monitor = await open();
    await monitor.look();
    const sound = log.entries;
    log.entries = sound.with(599, sampleEntry('other'));
    expect(await alarms(monitor)).toContain('log.fork');
    log.entries = sound;
    expect(await alarms(monitor)).toEqual(['log.fork']);
    expect(await alarms(await open())).toEqual(['log.fork']);
  });

  it.each([0, 300, 599])('the log grows from another tree, forked at %i', async (at) => {
    const monitor = await open();
    await monitor.look();
    log.entries = log.entries.with(at, sampleEntry('other'));
    log.grow(100);
    const found = await alarms(monitor);
    expect(found.filter((kind) => kind === 'log.fork' || kind === 'log.entries')).not.toEqual([]);
  });

  it('the tiles show that the tree was forked below the stored size', async () => {
    const monitor = await open();
    await monitor.look();
    log.entries = log.entries.with(0, sampleEntry('other'));
    log.grow(424);
    expect(await alarms(monitor)).toEqual(['log.fork']);
  });

  it('the log rolls back to a tree that it never had', async () => {
    const monitor = await open();
    await monitor.look();
    log.entries = log.entries.with(5, sampleEntry('other'));
    log.size = 100;
    expect((await alarms(monitor)).toSorted()).toEqual(['log.fork', 'log.rollback']);
  });

  it('an entry is not the one of the tree', async () => {
    log.note = log.checkpoint();
    log.entries = log.entries.with(77, sampleEntry('other'));
    expect(await alarms(await open())).toEqual(['log.entries']);
  });

  it.each([
    ['has no tiles', null],
    ['has tiles of another tree', Buffer.alloc(256 * 32)],
  ])('a huge tree that it signed %s, and keeps nothing of it', async (_, tile) => {
    const signed = { origin: log.origin, size: Number.MAX_SAFE_INTEGER, root: Buffer.alloc(32, 1) };
    log.note = signNote(formatCheckpoint(signed), [log.signer]);
    log.instead = (path, response) => {
      const width = path.includes('.p/') ? Number(path.split('/').at(-1)) : 256;
      if (path === 'checkpoint') return false;
      if (path.startsWith('tile/entries/')) response.end(encodeEntryBundle(log.entries.slice(0, width)));
      else if (tile === null) response.writeHead(404).end();
      else response.end(tile.subarray(0, width * 32));
      return true;
    };
    const monitor = await open();
    expect(await alarms(monitor)).toEqual([tile === null ? 'log.unreachable' : 'log.entries']);
    expect((await stat(join(directory, 'entries'))).size).toBe(0);
  });

  it('a log of part of its entries is rolled back', async () => {
    const monitor = await open({ entriesPerLook: 256 });
    await monitor.look();
    log.size = 500;
    expect(await alarms(monitor)).toEqual(['log.rollback']);
  });

  it('an old entry is replaced', async () => {
    log.grow(424);
    const monitor = await open();
    await monitor.look();
    log.note = log.checkpoint();
    log.entries = log.entries.map((_, at) => sampleEntry(`other ${at}`));
    expect(await alarms(monitor)).toEqual(['log.entries']);
  });

  it('a slot occurs twice, also after a restart', async () => {
    const [first] = log.entries;
    log.entries.push(Buffer.concat([(first as Buffer).subarray(0, 32), sampleEntry('x').subarray(32)]));
    const found = await (await open()).look();
    expect(alarmsOf(found)).toEqual(['log.slot_twice']);
    expect(found.map(({ text }) => text)).toContain('The slot of entry 0 occurs again in entry 600.');
    expect(await alarms(await open())).toEqual(['log.slot_twice']);
  });

  it('many slots occur twice, of which it names ten', async () => {
    log.entries.push(...log.entries.slice(0, 300));
    expect(await alarms(await open())).toEqual(Array<string>(11).fill('log.slot_twice'));
  });

  it('an entry has another length', async () => {
    log.entries = log.entries.with(3, Buffer.alloc(63));
    expect(await alarms(await open())).toEqual(['log.unreachable']);
  });

  it('the log serves more entries than requested', async () => {
    log.instead = (_, response) => response.end(Buffer.alloc(1_000_000)) !== undefined;
    expect(await alarms(await open())).toEqual(['log.unreachable']);
  });
});

describe('the stored state of a monitor', () => {
  it('goes on after more checkpoints than a call has arguments', async () => {
    await (await open()).look();
    const file = join(directory, 'checkpoints.ndjson');
    await writeFile(file, (await readFile(file, 'utf8')).repeat(150_000));
    expect((await open()).size).toBe(600);
  });

  it('does not blame the log if it is damaged', async () => {
    await (await open()).look();
    const file = join(directory, 'entries');
    const kept = await readFile(file);
    kept[100] = (kept[100] as number) ^ 1;
    await writeFile(file, kept);
    await expect(open()).rejects.toThrow(CommandError);
    await writeFile(file, kept.subarray(0, 64));
    await expect(open()).rejects.toThrow(CommandError);
  });

  it('survives a crash in the middle of a line or an entry', async () => {
    await (await open()).look();
    await appendFile(join(directory, 'entries'), Buffer.alloc(100));
    await appendFile(join(directory, 'checkpoints.ndjson'), '{"seen_at":"20');
    expect(await alarms(await open())).toEqual([]);
  });
});

describe('a monitor and the witnesses', () => {
  const key = newKey();
  const at = (ago: number) => cosigning('witness', ago, key);
  const witnesses = [formatVerifierKey(at(0).verifierKey)];

  it('raises no alarm if enough of them cosigned recently', async () => {
    log.cosigners = [at(100)];
    expect(await alarms(await open({ witnesses }))).toEqual([]);
  });

  it('raises an alarm if too few did, or not recently', async () => {
    const monitor = await open({ witnesses });
    expect(await alarms(monitor)).toEqual(['log.witnesses']);
    log.cosigners = [at(400)];
    expect(await alarms(monitor)).toEqual(['log.silent']);
  });

  it('raises an alarm if one cosigned in the future, whose cosignature does not count', async () => {
    const monitor = await open({ witnesses });
    log.cosigners = [at(-86_400)];
    expect(await alarms(monitor)).toEqual(['log.future', 'log.witnesses']);
    log.cosigners = [at(-1e15)];
    expect(await alarms(monitor)).toEqual(['log.future', 'log.witnesses']);
    log.cosigners = [at(-20)];
    expect(await alarms(monitor)).toEqual([]);
  });

  it('raises an alarm if its own clock is behind what it saw', async () => {
    await (await open()).look();
    await seenAgo(-86_400);
    expect(await alarms(await open())).toEqual(['monitor.clock']);
    await seenAgo(-10);
    expect(await alarms(await open())).toEqual([]);
  });

  it.each([
    [[...witnesses, ...witnesses], 2],
    [[...witnesses, formatVerifierKey(cosigning('other', 0, key).verifierKey)], 2],
    [witnesses, 2],
    [witnesses, 0],
  ])('refuses a policy that cannot hold', async (named, quorum) => {
    await expect(open({ witnesses: named, quorum })).rejects.toThrow(CommandError);
  });

  it('refuses a quorum of half of them, unless it is said to be weak', async () => {
    const two = [...witnesses, formatVerifierKey(cosigning('other', 0).verifierKey)];
    await expect(open({ witnesses: two, quorum: 1 })).rejects.toThrow(CommandError);
    log.cosigners = [at(0)];
    expect(await alarms(await open({ witnesses: two, quorum: 1, weakQuorum: true }))).toEqual([]);
  });
});

describe('a monitor under a policy', () => {
  const key = newKey();
  const signer = noteSigner('policy.example', key);
  const cosigner = cosigning('witness', 0, key);
  const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const linesOf = (rule: string): string => {
    const { publicKey } = log.signer.verifierKey;
    return `log ${hexOf(publicKey)}\nwitness w ${hexOf(cosigner.verifierKey.publicKey)}\n${rule}`;
  };

  it('takes the quorum from it, and keys without names', async () => {
    const trust = trustOfPolicy(parsePolicy(linesOf('quorum w\n')), log.origin);
    const monitor = await open({ trust });
    expect(await alarms(monitor)).toEqual(['log.witnesses']);
    log.cosigners = [cosigner];
    expect(await alarms(monitor)).toEqual([]);
  });

  it('raises an alarm once the policy has expired, unless that is allowed', async () => {
    const trustUntil = (expires: number) => {
      const terms = {
        version: 1,
        dated: '2026-01-01T00:00:00.000Z',
        expires: new Date(expires).toISOString(),
      };
      const note = signPolicy(linesOf('quorum none\n'), terms, [signer]);
      return trustOfSignedPolicy(openPolicy(note, null), log.origin);
    };
    expect(await alarms(await open({ trust: trustUntil(Date.now() + 3_600_000) }))).toEqual([]);
    const trust = trustUntil(Date.now() - 1);
    expect(await alarms(await open({ trust }))).toEqual(['policy.expiry']);
    expect(await alarms(await open({ trust, allowExpiredPolicy: true }))).toEqual([]);
  });
});

describe('a monitor and the times of given answers', () => {
  const answer = (size: number, ago: number) => ({ body: {}, as_of: asOf(size, moment(ago)) });
  const vkeysOf = (cosigners: typeof log.cosigners) =>
    cosigners.map(({ verifierKey }) => formatVerifierKey(verifierKey));

  /** Lets the monitor have seen the whole log so many seconds ago. */
  async function seenBefore(ago: number): Promise<void> {
    await (await open()).look();
    await seenAgo(ago);
  }

  it('raises an alarm for one from the past by its own time: a larger tree had been seen', async () => {
    await seenBefore(3600);
    const found = await judged([answer(599, 60)]);
    expect(alarmsOf(found)).toEqual(['answer.stale']);
    expect(found.find(({ kind }) => kind === 'answer.stale')?.text).toMatch(
      /it is signed as of 599 at .*, but the log had 600 entries since /,
    );
    expect(await alarmsOn(answer(600, 60))).toEqual([]);
    expect(await alarmsOn(answer(599, 3605))).toEqual([]);
  });

  it('raises an alarm for one as of before a revocation of an hour ago, under a checkpoint of now', async () => {
    log.entries.splice(590);
    await seenBefore(7200);
    log.grow(10);
    await (await open()).look();
    await seenAgo(7200, 3600);
    log.grow(20);
    expect(await alarmsOn(bundleOf(answer(590, 0), log.checkpoint(620)))).toEqual(['answer.stale']);
  });

  it('raises none for a copy that was 5 s old', async () => {
    await seenBefore(65);
    expect(await alarmsAt({ clockSlack: 0 }, answer(599, 61))).toEqual([]);
    expect(await alarmsAt({ clockSlack: 0 }, answer(599, 59))).toEqual(['answer.stale']);
  });

  it('raises an alarm for one from the past by the time of the witnesses', async () => {
    log.cosigners = [cosigning('one', 250), cosigning('two', 250)];
    const opening = { witnesses: vkeysOf(log.cosigners) };
    expect(await alarmsAt(opening, answer(599, 60))).toEqual(['answer.stale']);
  });

  it('raises an alarm for one that the checkpoint of its own bundle refutes', async () => {
    log.cosigners = [cosigning('one', 250), cosigning('two', 250)];
    const bundle = bundleOf(answer(590, 60), log.checkpoint(595));
    const then = vkeysOf(log.cosigners);
    log.cosigners = [cosigning('three', 0), cosigning('four', 0)];
    const witnesses = [...then, ...vkeysOf(log.cosigners)];
    const opening = { witnesses, quorum: 2, weakQuorum: true };
    expect(await alarmsAt(opening, bundle)).toEqual(['answer.stale']);
  });

  it('raises none where one of three witnesses is an hour slow, and two must have cosigned', async () => {
    log.cosigners = [cosigning('one', 3600), cosigning('two', 0), cosigning('three', 0)];
    const opening = { witnesses: vkeysOf(log.cosigners), quorum: 2 };
    expect(await alarmsAt(opening, answer(599, 0))).toEqual([]);
  });

  it('raises an alarm for one of a time that is still to come', async () => {
    expect(await alarmsOn(answer(600, -3600))).toEqual(['answer.future']);
    expect(await alarmsOn(answer(600, -10))).toEqual([]);
  });
});

describe('a monitor and given elements', () => {
  type Shown = { digest: Digest; salt: string; sequence: number };

  function chain(length: number, changes: object = {}): Shown[] {
    const elements: Shown[] = [];
    for (let sequence = 1; sequence <= length; sequence += 1) {
      const content = {
        format: 'element/v1',
        record_id: 'rec_1',
        sequence,
        salt: Buffer.alloc(16, sequence).toString('base64url'),
        previous: elements.at(-1)?.digest ?? null,
        occurred_at: LONG_AGO,
        ...changes,
      };
      elements.push({ ...content, digest: digestText(canonicalJson(content)) });
    }
    return elements;
  }

  function logged(elements: readonly Shown[]): Uint8Array[] {
    return elements.map(({ digest }, at) => {
      const before = elements[at - 1];
      return logEntry(slotOf(log.origin, 'rec_1', before), digest);
    });
  }

  const [first, second, third] = chain(3) as [Shown, Shown, Shown];

  it('raises no alarm if the log holds all of them', async () => {
    log.entries.push(...logged([first, second, third]));
    expect(kindsOf(await judged([[first, second, third]]))).toEqual(['log.grew']);
  });

  it('raises an alarm if one is missing', async () => {
    log.entries.push(...logged([first, second]));
    expect(await alarmsOn(first, second, third)).toEqual(['element.missing']);
  });

  it('waits for a recent one', async () => {
    const fresh = chain(1, { occurred_at: new Date().toISOString() });
    expect(kindsOf(await judged([fresh]))).toEqual(['log.grew', 'not_checked']);
  });

  it('raises an alarm if the log holds another one in its place', async () => {
    const [, other] = chain(2, { issuer: 'Other' }) as [Shown, Shown];
    log.entries.push(...logged([first, { ...other, digest: third.digest }]));
    expect(await alarmsOn([first, second])).toEqual(['element.other']);
  });

  it('finds one that its issuer signed by the signature, and raises an alarm for a second one by it', async () => {
    const signed = { issuer_signature: 'c2ln'.repeat(21) + 'cA' };
    const [own] = chain(1, signed) as [Shown];
    const [again] = chain(1, { ...signed, record_id: 'rec_2' }) as [Shown];
    log.entries.push(logEntry(firstSlot(log.origin, signed.issuer_signature), own.digest));
    expect(await alarmsOn(own)).toEqual([]);
    expect(await alarmsOn(own, again)).toEqual(['element.other']);
  });

  it('raises an alarm if a given one does not match its digest', async () => {
    log.entries.push(...logged([first, second]));
    expect(await alarmsOn([first, { ...second, state: 'active' }])).toEqual(['element.altered']);
  });

  it('reports a successor as news', async () => {
    log.entries.push(...logged([first, second, third]));
    expect(kindsOf(await judged([[first, second]]))).toEqual(['log.grew', 'element.successor']);
  });

  describe('that an answer promised in the log by a time', () => {
    const minutes = (count: number) => moment(-count * 60);
    /** An answer about an element, which the log did not hold yet. */
    const promising = (count: number, logged_by = minutes(count)) => {
      const [shown] = chain(1, { occurred_at: minutes(count - 60) }) as [Shown];
      const body = { evidence: { provenance: { chain: [shown], receipt: null, logged_by } } };
      return { shown, answer: { body, as_of: asOf(600, minutes(-120)) } };
    };

    it('waits until then', async () => {
      expect(await alarmsOn(promising(5).answer)).toEqual([]);
    });

    it('raises an alarm with the answer as proof if it is not there after that', async () => {
      const found = (await judged([promising(-5).answer])).filter(({ level }) => level === 'alarm');
      expect(kindsOf(found)).toEqual(['element.missing', 'answer.unlogged']);
      expect(found[1]?.text).toContain('given.ndjson: element 1 of rec_1 was promised in the log by');
    });

    it('lets no answer promise a later time than an hour after the element', async () => {
      const { answer } = promising(-5, '2099-11-21T04:00:00.000Z');
      expect(await alarmsOn(answer)).toEqual(['element.missing', 'answer.unlogged']);
    });

    it.each([
      ['says late if it came after that', -5, ['element.late']],
      ['finds nothing if it came before that', 5, []],
    ])('%s', async (_, promised, expected) => {
      await (await open()).look();
      const { shown, answer } = promising(promised);
      log.entries.push(...logged([shown]));
      const kinds = kindsOf(await judged([answer]));
      expect(kinds.filter((kind) => kind !== 'log.grew')).toEqual(expected);
    });
  });

  it('raises an alarm if an answer showed an element as the newest that was not', async () => {
    log.entries.push(...logged([first, second, third]));
    const body = { evidence: { provenance: { chain: [first, second] } } };
    expect(await alarmsOn({ body, as_of: asOf(602) })).toEqual([]);
    expect(await alarmsOn({ body, as_of: asOf(603) })).toEqual(['answer.contradicted']);
    const batch = { body: { data: [{ error: {} }, body] }, as_of: asOf(603) };
    expect(await alarmsOn(batch)).toEqual(['answer.contradicted']);
    const lie = { body, as_of: asOf(601).replace(' 601 ', ' 602 ') };
    expect(await alarmsOn(lie)).toEqual(['answer.root']);
  });

  describe('and an answer whose position lies before', () => {
    const answerAt = (size: number, time: string, ...chain: Shown[]) => ({
      body: { evidence: { provenance: { chain } } },
      as_of: asOf(size, time),
    });
    const [later, inTime] = ['2026-11-21T04:00:00.000Z', '2026-11-21T03:00:35.000Z'];

    it.each([
      ['what it shows itself', [first, second], []],
      ['a later element that somebody else was given', [first], [second]],
    ])('%s, of long before, raises an alarm', async (_, shown, others) => {
      log.entries.push(...logged([first, second]));
      const found = await judged([answerAt(601, later, ...shown), ...others]);
      expect(alarmsOf(found)).toEqual(['answer.stale']);
      expect(found.find(({ kind }) => kind === 'answer.stale')?.text).toMatch(
        /element \d of rec_1 is shown as of 601 at .*, and element 2 of .* stands at index 601\.$/,
      );
    });

    it('what happened before the log was recovered, raises none', async () => {
      log.entries.push(...logged([first, second]));
      const { as_of, ...answer } = answerAt(601, later, first, second);
      const before = { ...answer, as_of: as_of.replace(log.origin, 'an.earlier/origin') };
      expect(await alarmsOn(before)).toEqual([]);
    });

    it('what happened a moment ago, raises none', async () => {
      log.entries.push(...logged([first, second]));
      const answers = [answerAt(601, inTime, first, second), answerAt(601, inTime, first)];
      expect(await alarmsOn(...answers)).toEqual([]);
    });
  });

  it('raises an alarm if the checkpoint of a bundle is of another tree', async () => {
    log.entries.push(...logged([first]));
    const forked = log.checkpoint(590, log.entries.with(1, sampleEntry('other')));
    expect(await alarmsOn(bundleOf({}, forked, [first]))).toEqual(['log.fork']);
    expect(await alarmsOn(bundleOf({}, log.checkpoint(590), [first]))).toEqual([]);
  });

  it('reports what an answer says that it does not know, and goes on', async () => {
    log.entries.push(...logged([first, second]));
    const body = { hint: 1, evidence: { opinion: {}, provenance: { chain: [first, second] } } };
    for (const answer of [body, { data: [{ error: {} }, body] }]) {
      const all = await judged([{ body: answer, as_of: asOf(602) }]);
      const found = all.filter(({ kind }) => kind !== 'log.grew');
      expect(kindsOf(found)).toEqual(['not_checked']);
      expect(found[0]?.text).toMatch(/given\.ndjson\.hint, \S+given\.ndjson\.evidence\.opinion: /);
    }
  });

  const whole = { format: 'bundle/v1', answer: {}, record: [] as unknown[] };
  const receipt = { log_index: 1, note: 1 };
  it.each<[string, unknown]>([
    ['an element', { ...first, note: 1 }],
    ['the signature of an element', { ...first, signature: { key_id: 'k', note: 1 } }],
    ['an authority that an element names', { ...first, authority: { id: 'aut_1', note: 1 } }],
    ['a bundle', { ...whole, note: 1 }],
    ['the proof in a bundle', { ...whole, consistency: { from: 1, note: 1 } }],
    ['an element of a bundle', { ...whole, record: [{ ...first, note: 1 }] }],
    ['the answer of a bundle', { ...whole, answer: { note: 1 } }],
    ['a receipt', { ...whole, answer: { body: { evidence: { provenance: { chain: [], receipt } } } } }],
  ])('raises an alarm if an unknown member stands in %s', async (_, value) => {
    log.entries.push(...logged([first, second, third]));
    const found = await judged([value]);
    expect(alarmsOf(found)).toEqual(['evidence.unknown_member']);
    expect(found.map(({ text }) => text)).toContainEqual(expect.stringContaining('.note: unknown member'));
  });

  it('blames no answer for an element that could not be read', async () => {
    log.entries.push(...logged([first, second, third]));
    const chain = [first, { ...second, note: 1 }];
    const answer = { body: { evidence: { provenance: { chain } } }, as_of: asOf(603) };
    expect(await alarmsOn(answer)).toEqual(['evidence.unknown_member']);
  });

  it('refuses a file with another content', async () => {
    await expect(open({ files: await given({ hello: 1 }) })).rejects.toThrow(CommandError);
    await writeFile(join(directory, 'x'), '{');
    await expect(open({ files: [join(directory, 'x')] })).rejects.toThrow(CommandError);
  });
});
