import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHECKS, encodeEntryBundle } from '@service/evidence';
import { SampleLog } from '../../libs/evidence/src/testing/sample-log.js';
import { SampleService } from '../../libs/evidence/src/testing/sample-service.js';
import { forkOf } from '../../libs/evidence/src/testing/sample-tamperings.js';
import { CommandLine } from '../support/command-line.js';
import { SampleLog as ServedLog } from '../../clients/cli/src/testing/sample-log.js';

const service = SampleService.usual();
const bundle = service.bundle('rec_1');
const good = JSON.stringify(bundle);
const [registered, amended] = bundle.record;
const VERIFIED = 'verified (newest: not proven; witnesses 2 of 3)';
const NEWEST = 'verified (newest: proven; witnesses 2 of 3)';
const bad = JSON.stringify({ ...bundle, record: [registered, { ...amended, event_id: 'evt_6' }] });

const revoked = JSON.stringify(revokedBundle());

function revokedBundle(): object {
  const other = SampleService.usual();
  other.record('rec_1', 'aut_1', { type: 'service.record.revoked', state: 'revoked' });
  return other.bundle('rec_1');
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-evidence-'));
  await keep('keys.json', JSON.stringify(service.trust()));
});
afterAll(async () => rm(folder, { recursive: true }));

/** Writes a file. @returns its path. */
async function keep(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

interface Outcome {
  code: number;
  lines: string[];
  complaint: string;
}

/** Runs the command in a separate process with the usual keys. */
async function run(args: readonly string[], input = ''): Promise<Outcome> {
  return runWith(['--keys', join(folder, 'keys.json'), ...args], input);
}

async function runWith(args: readonly string[], input = ''): Promise<Outcome> {
  return runRvs(['bundle', 'verify', ...args], input);
}

/** Runs the client without any login. */
async function runRvs(args: readonly string[], input = ''): Promise<Outcome> {
  const { code, stdout, stderr } = await new CommandLine(join(folder, 'config'), folder).run(args, input);
  return { code, lines: stdout.split('\n').slice(0, -1), complaint: stderr };
}

describe('the command that verifies evidence', () => {
  it('answers in words first, then by groups with their checks, and ends with what is verified', async () => {
    const { code, lines, complaint } = await run([await keep('bundle.json', good)]);
    expect({ code, complaint, last: lines.at(-1) }).toEqual({ code: 0, complaint: '', last: VERIFIED });
    expect(lines[0]).toBe(
      'Record rec_1 of issuer "Example Registry" is good, as of 2026-11-21T12:00:00.000Z; the time is proven by 2 witnesses.',
    );
    const [checks, groups] = [true, false].map((isCheck) =>
      lines.slice(1, -1).filter((line) => line !== '' && line.startsWith('  ') === isCheck),
    );
    expect(groups).toEqual([
      'origin ok',
      'authority ok',
      'history complete ok',
      'in the public log ok',
      'nothing newer hidden not proven',
    ]);
    expect(checks?.map((line) => line.split(/ +/)[2]).toSorted()).toEqual(CHECKS.toSorted());
    expect(lines.find((line) => line.includes('absence.record'))).toMatch(
      /^ {2}-- {3}absence.record +slot [0-9a-f]{64}/,
    );
  });

  it('says of genuine evidence that its record is not valid, and refuses it where a good record is required', async () => {
    const file = await keep('revoked.json', revoked);
    const last = 'genuine evidence that the record is NOT valid (newest: not proven; witnesses 2 of 3)';
    const { code, lines } = await run([file]);
    expect([code, lines[0], lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^Record rec_1 of issuer "Example Registry" is NOT good: it was revoked on /),
      last,
    ]);
    const strict = await run([file, '--require', 'good']);
    expect([strict.code, strict.lines.at(-1)]).toEqual([1, last]);
    expect(await run([await keep('bundle.json', good), '--require', 'good'])).toMatchObject({ code: 0 });
    const many = await run([await keep('some.ndjson', `${good}\n${revoked}`)]);
    expect([many.code, many.lines]).toEqual([
      0,
      [
        `line 2: ${lines[0]}`,
        '2 bundles: 2 verified (newest: proven for 0; records NOT valid: 1), 0 NOT verified',
      ],
    ]);
  });

  it('reads a bundle on many lines, and from standard input', async () => {
    expect((await run(['-'], JSON.stringify(bundle, null, 2))).lines.at(-1)).toBe(VERIFIED);
  });

  it('marks what fails, names the first of it on the last line, and exits with 1', async () => {
    const { code, lines } = await run([await keep('bad.json', bad)]);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('NOT verified: record.digests');
    expect(lines[0]).toMatch(/^REFUSED: the history has gaps, .* \(record\.digests\)\.$/);
    expect(lines).toContain('history complete FAILED');
    expect(lines.find((line) => line.startsWith('  FAIL'))).toMatch(
      /^ {2}FAIL record.digests +element 2 of rec_1: /,
    );
  });

  it('says the same as JSON', async () => {
    const { code, lines } = await run([await keep('bad.json', bad), '--json']);
    const report = JSON.parse(lines.join('\n')) as {
      summary: string;
      good: boolean | null;
      groups: Record<string, string>;
      ok: boolean;
      failed: string;
      undecided: string[];
      newest: string;
      witnesses: object;
      checks: { check: string }[];
    };
    expect([code, report.ok, report.failed]).toEqual([1, false, 'record.digests']);
    expect([report.good, report.groups['history'], report.groups['newest']]).toEqual([
      null,
      'failed',
      'not_checked',
    ]);
    expect(report.summary).toMatch(/^REFUSED: /);
    expect([report.undecided, report.newest]).toEqual([[], 'not proven']);
    expect(report.witnesses).toEqual({ cosigned: 2, pinned: 3 });
    expect(report.checks.map(({ check }) => check)).toEqual([...CHECKS]);
  });

  it('checks many bundles, one a line, and names those that are not good', async () => {
    const file = await keep('many.ndjson', [good, '', bad, good, '{'].join('\n'));
    const { code, lines, complaint } = await run([file]);
    expect([code, complaint]).toEqual([1, '']);
    expect(lines).toEqual([
      expect.stringMatching(/^line 3: NOT verified: record.digests: /),
      expect.stringMatching(/^line 5: NOT verified: bundle.json: /),
      '4 bundles: 2 verified (newest: proven for 0; records NOT valid: 0), 2 NOT verified',
    ]);
    const told = await run([file, '--json']);
    const reports = told.lines.map((line) => JSON.parse(line) as { line: number; failed: string | null });
    expect(reports.map(({ line, failed }) => [line, failed])).toEqual([
      [1, null],
      [3, 'record.digests'],
      [4, null],
      [5, 'bundle.json'],
    ]);
    expect(await run([await keep('good.ndjson', `${good}\n${good}\n`)])).toMatchObject({ code: 0 });
  });

  it('holds a bundle against a nonce, a request, an age, a checkpoint and the log’s entries', async () => {
    const file = await keep('bundle.json', good);
    const fork = new SampleLog();
    fork.signers.splice(0, 1, ...service.log.signers);
    fork.append(Buffer.alloc(64));
    const kept = await keep('kept', service.log.checkpoint(5));
    const entries = await keep('entries', encodeEntryBundle(service.log.entries));
    const asked = await keep('request.json', '{"record_id":"rec_2"}');
    const forked = await keep('fork', fork.checkpoint());
    const calls: [string[], string][] = [
      [['--nonce', 'mine'], 'NOT verified: answer.nonce'],
      [['--request', asked], 'NOT verified: answer.request'],
      [['--checkpoint', kept, '--entries', entries], NEWEST],
      [['--checkpoint', forked], 'NOT verified: kept.consistency (not decided)'],
      [['--checkpoint', forked, '--entries', entries], 'NOT verified: kept.consistency'],
    ];
    const said = await Promise.all(calls.map(async ([args]) => (await run([file, ...args])).lines.at(-1)));
    expect(said).toEqual(calls.map(([, last]) => last));
  });

  it('checks an answer by its headers, as curl -D writes them', async () => {
    const { body, signature, path, as_of, request_id } = bundle.answer;
    const answer = await keep('answer.json', JSON.stringify(body));
    const runAnswer = (file: string, fields: string) =>
      runRvs(['answer', 'verify', file, '--headers', fields, '--keys', join(folder, 'keys.json')]);
    const fields = [
      `service-request-id: ${request_id}`,
      `Service-Evidence-As-Of: ${as_of}`,
      `Service-Evidence-Signature: ${signature}`,
      `service-evidence-path:${path}`,
    ];
    const headers = await keep(
      'headers',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`,
    );
    expect(await runAnswer(answer, headers)).toMatchObject({ code: 0 });
    expect(await runAnswer(answer, answer)).toMatchObject({
      code: 2,
      complaint: expect.stringMatching(/^This is not a header field: /),
    });
    const twice = await keep('twice', [...fields, fields[2]].join('\n'));
    const { code, lines } = await runAnswer(answer, twice);
    expect([code, lines.at(-1)]).toEqual([1, 'NOT verified: answer.key']);
  });
});

describe('what it is asked for', () => {
  const trust = () => join(folder, 'keys.json');

  it('is decided, or it exits with 1: never with 0 for what it did not prove', async () => {
    const file = await keep('bundle.json', good);
    const from = await keep('from.json', JSON.stringify(service.bundle('rec_1', bundle.answer, 2, 5)));
    const kept = await keep('kept', service.log.checkpoint(5));
    const forked = await keep('forked', forkOf(service, 3).checkpoint(5));
    const entries = await keep('entries', encodeEntryBundle(service.log.entries));
    const alone = await keep('alone.json', JSON.stringify(service.trust(0)));
    const age = ['--max-age', '999999999'];
    const calls: [string[], number, string][] = [
      [[file, '--keys', trust(), '--checkpoint', kept], 1, 'NOT verified: kept.consistency (not decided)'],
      [[from, '--keys', trust(), '--checkpoint', kept], 0, VERIFIED],
      [[from, '--keys', trust(), '--checkpoint', forked], 1, 'NOT verified: kept.consistency'],
      [[file, '--keys', trust(), '--require', 'newest'], 1, 'NOT verified: absence.record (not decided)'],
      [[file, '--keys', trust(), '--require', 'newest', '--entries', entries], 0, NEWEST],
      [[file, '--keys', trust(), '--witnesses', '3'], 1, 'NOT verified: checkpoint.witnesses'],
      [[file, '--keys', alone, ...age], 1, 'NOT verified: as_of.time (not decided)'],
    ];
    const said = await Promise.all(calls.map(([args]) => runWith(args)));
    expect(said.map(({ code, lines }) => [code, lines.at(-1)])).toEqual(
      calls.map(([, code, last]) => [code, last]),
    );
  });

  it('is read from the log itself, and not decided where the log cannot be read', async () => {
    const file = await keep('bundle.json', good);
    const kept = await keep('kept', service.log.checkpoint(5));
    const copy = await ServedLog.start(service.log.entries, service.log.checkpoint());
    const call = [file, '--online', copy.url, '--require', 'newest', '--checkpoint', kept];
    expect(await run(call)).toMatchObject({
      code: 0,
      complaint: '',
      lines: expect.arrayContaining([NEWEST]),
    });
    copy.entries = forkOf(service, 3).entries;
    const other = await run(call);
    expect([other.code, other.lines.at(-1)]).toEqual([1, 'NOT verified: log.entries']);
    copy.note = new SampleLog(undefined, undefined, 'another').checkpoint();
    const foreign = await run(call);
    expect([foreign.code, foreign.complaint]).toEqual([
      1,
      expect.stringContaining('not one of the pinned log'),
    ]);
    await copy[Symbol.asyncDispose]();
    const away = await run(call);
    expect([away.code, away.lines.at(-1)]).toEqual([1, 'NOT verified: log.entries (not decided)']);
    expect(away.complaint).toMatch(/^The log at http:\S+ could not be read: /);
  });
});

describe('a wrong call of it', () => {
  it('gets a sentence and 2, never a stack', async () => {
    const file = await keep('bundle.json', good);
    const none = join(folder, 'none');
    const calls: [string[], RegExp][] = [
      [[], /^Expected BUNDLE, got none\.$/],
      [[file, '--witnesses', '4'], /^--witnesses 4 is more than the 3 witnesses in .*\.$/],
      [[file, '--witnesses', '1'], /^--witnesses 1 of 3 would let the log show two readers two histories/],
      [[none], /none is not there\.$/],
      [[file, '--entries', file], /cannot be used: /],
    ];
    const outcomes = await Promise.all(calls.map(([args]) => run(args)));
    for (const [index, { code, lines, complaint }] of outcomes.entries()) {
      const [args, sentence] = calls[index] ?? [];
      expect({ args, code, lines }).toEqual({ args, code: 2, lines: [] });
      expect(complaint.trimEnd()).toMatch(sentence ?? '');
      expect(complaint).not.toMatch(/\n {4}at /);
    }
  });

  it('is one with invalid keys', async () => {
    const file = await keep('bundle.json', good);
    const broken = await keep('broken.json', '{"keys":[]}');
    expect(await runWith([file, '--keys', broken])).toMatchObject({
      code: 2,
      complaint: expect.stringMatching(/broken\.json cannot be used: These are not the keys of a log/),
    });
  });

  it('is not repeated where no command has that name: it may be a token', async () => {
    const { code, complaint } = await runRvs(['svc_dev_SECRET']);
    expect([code, complaint]).toEqual([2, 'There is no such command. See rvs --help.\n']);
  });

  it('is helped', async () => {
    const { code, lines } = await runWith(['--help']);
    expect([code, lines[0]]).toEqual([0, 'rvs bundle verify BUNDLE']);
  });
});
