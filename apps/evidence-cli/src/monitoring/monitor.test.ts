import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  canonicalJson,
  digestText,
  firstSlot,
  formatVerifierKey,
  logEntry,
  nextSlot,
  noteCosigner,
  type Digest,
} from '@service/evidence';
import { CommandError } from '../errors.js';
import { SampleLog, sampleEntry } from '../testing/sample-log.js';
import type { Finding } from './finding.js';
import { readMonitorTrust } from './monitor-trust.js';
import { Monitor } from './monitor.js';
import { PublicLog } from './public-log.js';
import { readGiven } from './read-given.js';

let log: SampleLog;
let directory: string;
let monitors: Monitor[];

beforeEach(async () => {
  log = await SampleLog.start(600);
  directory = await mkdtemp(join(tmpdir(), 'monitor-'));
  monitors = [];
});
afterEach(async () => {
  for (const monitor of monitors) monitor.close();
  await log[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

interface Opening {
  files?: string[];
  witnesses?: string[];
  quorum?: number | null;
}

/** A monitor that continues from the state of the test's previous one. */
async function open({ files = [], witnesses = [], quorum = null }: Opening = {}): Promise<Monitor> {
  for (const before of monitors.splice(0)) before.close();
  const trust = readMonitorTrust([log.vkey], witnesses, quorum ?? witnesses.length);
  const given = await readGiven(files);
  const monitor = new Monitor({ log: new PublicLog(log.url), trust, given, directory, silentAfter: 300 });
  monitors.push(monitor);
  return monitor;
}

function alarmsOf(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level === 'alarm').map(({ kind }) => kind);
}

async function alarms(monitor: Monitor): Promise<string[]> {
  return alarmsOf(await monitor.look());
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
    const note = log.checkpoint().replace('\n600\n', '\n599\n');
    log.instead = (path, response) => path === 'checkpoint' && response.end(note) !== undefined;
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
    const note = log.checkpoint();
    log.entries = log.entries.with(77, sampleEntry('other'));
    log.instead = (path, response) => path === 'checkpoint' && response.end(note) !== undefined;
    expect(await alarms(await open())).toEqual(['log.entries']);
  });

  it('an old entry is replaced', async () => {
    log.grow(424);
    const monitor = await open();
    await monitor.look();
    const note = log.checkpoint();
    log.entries = log.entries.map((_, at) => sampleEntry(`other ${at}`));
    log.instead = (path, response) => path === 'checkpoint' && response.end(note) !== undefined;
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
  const key = SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
  const at = (ago: number) => noteCosigner('witness', key, () => Math.floor(Date.now() / 1_000) - ago);
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

  it.each([
    [[...witnesses, ...witnesses], 1],
    [witnesses, 2],
    [witnesses, 0],
  ])('refuses a policy that cannot hold', async (named, quorum) => {
    await expect(open({ witnesses: named, quorum })).rejects.toThrow(CommandError);
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
        occurred_at: '2026-11-21T03:00:00.000Z',
        ...changes,
      };
      elements.push({ ...content, digest: digestText(canonicalJson(content)) });
    }
    return elements;
  }

  function logged(elements: readonly Shown[]): Buffer[] {
    return elements.map(({ digest }, at) => {
      const before = elements[at - 1];
      return logEntry(before === undefined ? firstSlot(log.origin, 'rec_1') : nextSlot(before), digest);
    });
  }

  async function given(...values: unknown[]): Promise<string[]> {
    const file = join(directory, 'given.ndjson');
    await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    return [file];
  }

  const [first, second, third] = chain(3) as [Shown, Shown, Shown];

  it('raises no alarm if the log holds all of them', async () => {
    log.entries.push(...logged([first, second, third]));
    const found = await (await open({ files: await given([first, second, third]) })).look();
    expect(found.map(({ kind }) => kind)).toEqual(['log.grew']);
  });

  it('raises an alarm if one is missing', async () => {
    log.entries.push(...logged([first, second]));
    expect(await alarms(await open({ files: await given(first, second, third) }))).toEqual([
      'element.missing',
    ]);
  });

  it('waits for a recent one', async () => {
    const fresh = chain(1, { occurred_at: new Date().toISOString() });
    const found = await (await open({ files: await given(fresh) })).look();
    expect(found.map(({ kind }) => kind)).toEqual(['log.grew', 'not_checked']);
  });

  it('raises an alarm if the log holds another one in its place', async () => {
    const [, other] = chain(2, { issuer: 'Other' }) as [Shown, Shown];
    log.entries.push(...logged([first, { ...other, digest: third.digest }]));
    expect(await alarms(await open({ files: await given([first, second]) }))).toEqual(['element.other']);
  });

  it('raises an alarm if a given one does not match its digest', async () => {
    log.entries.push(...logged([first, second]));
    const files = await given([first, { ...second, state: 'active' }]);
    expect(await alarms(await open({ files }))).toEqual(['element.altered']);
  });

  it('reports a successor as news', async () => {
    log.entries.push(...logged([first, second, third]));
    const found = await (await open({ files: await given([first, second]) })).look();
    expect(found.map(({ kind }) => kind)).toEqual(['log.grew', 'element.successor']);
  });

  it('raises an alarm if an answer showed an element as the newest that was not', async () => {
    log.entries.push(...logged([first, second, third]));
    const root = (size: number) => log.checkpoint(size).split('\n')[2] ?? '';
    const answer = (size: number) => ({
      body: { provenance: { chain: [first, second] } },
      as_of: `${log.origin} ${size} ${root(size)} 2026-11-21T03:00:00.000Z`,
    });
    expect(await alarms(await open({ files: await given(answer(602)) }))).toEqual([]);
    expect(await alarms(await open({ files: await given(answer(603)) }))).toEqual(['answer.contradicted']);
    const lie = { ...answer(602), as_of: answer(602).as_of.replace(root(602), root(601)) };
    expect(await alarms(await open({ files: await given(lie) }))).toEqual(['answer.root']);
  });

  it('raises an alarm if the checkpoint of a bundle is of another tree', async () => {
    log.entries.push(...logged([first]));
    const forked = log.checkpoint(590, log.entries.with(1, sampleEntry('other')));
    const bundle = { format: 'bundle/v1', answer: {}, record: [first], checkpoint: forked };
    expect(await alarms(await open({ files: await given(bundle) }))).toEqual(['log.fork']);
    const sound = { ...bundle, checkpoint: log.checkpoint(590) };
    expect(await alarms(await open({ files: await given(sound) }))).toEqual([]);
  });

  it('refuses a file with another content', async () => {
    await expect(open({ files: await given({ hello: 1 }) })).rejects.toThrow(CommandError);
    await writeFile(join(directory, 'x'), '{');
    await expect(open({ files: [join(directory, 'x')] })).rejects.toThrow(CommandError);
  });
});
