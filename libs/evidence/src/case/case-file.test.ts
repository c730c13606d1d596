import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { digestText } from '../digest.js';
import { SAMPLE_ORIGIN, SampleLog } from '../testing/sample-log.js';
import { SAMPLE_TIME, SampleService } from '../testing/sample-service.js';
import { makeCaseFile, RELEASE } from './case-file.js';
import type { Exhibit } from './judge.js';

const service = SampleService.usual();
service.record('rec_1', 'aut_1', { type: 'service.record.revoked', state: 'revoked' });
const keys = JSON.stringify(service.trust());
const bundle = JSON.stringify(service.bundle('rec_1'));
const exhibit: Exhibit = { evidence: bundle, pinned: { keys }, program: 'a test' };

/** The files of an archive, read by its directory at the end. */
function filesIn(zip: Uint8Array): Record<string, string> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const end = zip.length - 22;
  const files: Record<string, string> = {};
  let entry = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    const [size, name, local] = [
      view.getUint32(entry + 24, true),
      view.getUint16(entry + 28, true),
      view.getUint32(entry + 42, true),
    ];
    const textAt = (at: number, length: number) => Buffer.from(zip.subarray(at, at + length)).toString();
    files[textAt(entry + 46, name)] = textAt(local + 30 + name, size);
    entry += 46 + name;
  }
  return files;
}

const pageOf = (changed: Partial<Exhibit>) =>
  filesIn(makeCaseFile({ ...exhibit, ...changed }).bytes)['index.html'] ?? '';

describe('a case file', () => {
  let files: Record<string, string>;
  beforeAll(() => {
    files = filesIn(makeCaseFile(exhibit).bytes);
  });

  it('is the same bytes for the same exhibit', () => {
    expect(makeCaseFile({ ...exhibit })).toEqual(makeCaseFile(exhibit));
  });

  it('holds the exact evidence and keys, and the digest of every file', () => {
    expect([files['bundle.json'], files['keys.json']]).toEqual([bundle, keys]);
    const { SHA256SUMS: sums = '', ...others } = files;
    const lines = Object.entries(others).map(([name, text]) => `${digestText(text).slice(7)}  ${name}\n`);
    expect(sums).toBe(lines.join(''));
  });

  it('says first that the record is not good and why, then each group', () => {
    const page = files['index.html'] ?? '';
    expect(page).toMatch(
      /<h1>Test data: Record rec_1 of issuer &quot;.*&quot; is NOT good: it was revoked on /,
    );
    for (const title of ['origin', 'authority', 'history complete', 'in the public log'])
      expect(page).toContain(`<h3>${title}: proven</h3>`);
    expect(page).toContain('<li>nothing newer hidden: not proven</li>');
    expect(page.indexOf('That nothing has changed since')).toBeLessThan(page.indexOf('<table>'));
    expect(page).not.toMatch(/<script|https?:/);
  });

  it('shows a hostile name as text, with nothing unseen in it', () => {
    const hostile = SampleService.usual();
    const issuer = '<script>alert(1)</script>"\u202e';
    hostile.authority('aut_2', { issuer });
    hostile.record('rec_3', 'aut_2', { issuer });
    const evidence = JSON.stringify(hostile.bundle('rec_3'));
    const page = pageOf({ evidence });
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|\u202e/);
  });

  it('of changed evidence says that it is refused, and shows nothing of it', () => {
    const evidence = bundle.replace('"sequence":2', '"sequence":3').replaceAll('rec_1', '<b>rec');
    const page = pageOf({ evidence });
    expect(page).toContain('<h1>Test data: REFUSED: ');
    expect(page).toContain('Nothing of it is believed here.');
    expect(page).not.toMatch(/<b>|signed by the issuer|could have made it/);
    expect(() => makeCaseFile({ ...exhibit, evidence: 'not JSON' })).not.toThrow();
  });

  it('of an answer alone says that the history was not checked', () => {
    const { body, nonce, request, request_id, as_of, signature, path } = service.answer('rec_1', {
      nonce: 'mine',
    });
    const headers = {
      'service-request-id': request_id,
      'service-evidence-as-of': as_of,
      'service-evidence-signature': signature,
      'service-evidence-path': path,
    };
    const evidence = { answer: JSON.stringify(body), request: request.body, nonce: String(nonce), headers };
    const page = pageOf({ evidence });
    expect(page).toMatch(/<h1>Test data: The service says, unchecked: Record rec_1 .* is NOT good/);
    expect(page).toContain('it was not disclosed and not checked');
    expect(page).toContain('named by the service itself, not pinned');
    expect(page).not.toMatch(/: proven<|signed by the issuer/);
    for (const bad of [
      { ...evidence, nonce: 'mine; rm' },
      { ...evidence, nonce: '-mine' },
      { ...evidence, headers: { ...headers, other: 'a\nb: c' } },
    ])
      expect(() => makeCaseFile({ ...exhibit, evidence: bad })).toThrow(/characters that none may have/);
  });

  it('holds no program, and says what to compare and which release checks it', () => {
    const [vkey = ''] = service.log.vkeys;
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(RELEASE).toBe(version);
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'index.html',
      'bundle.json',
      'keys.json',
      'SHA256SUMS',
    ]);
    for (const name of ['README.txt', 'index.html']) expect(files[name]).toContain(`key of the log: ${vkey}`);
    expect(files['README.txt']).toContain(`release ${RELEASE}, from the place that you trust`);
    expect(makeCaseFile(exhibit).name).toBe('test-data-rec_1.zip');
  });

  it('is of test data also where the log was recovered', () => {
    const recovered = SampleService.usual(new SampleLog(`${SAMPLE_ORIGIN}/recovered-1`));
    const made = makeCaseFile({
      ...exhibit,
      evidence: JSON.stringify(recovered.bundle('rec_1')),
      pinned: { keys: JSON.stringify(recovered.trust()) },
    });
    expect([made.report.ok, made.name]).toEqual([true, 'test-data-rec_1.zip']);
  });

  it('says that the issuer signed only where it did', () => {
    expect(files['index.html']).toContain('That the issuer itself said version 3');
    const signed = JSON.stringify(SampleService.usual().bundle('rec_1'));
    expect(pageOf({ evidence: signed })).toContain('signed by the issuer itself');
    const keyless = SampleService.usual();
    keyless.issues = (content) => content;
    keyless.authority('aut_3', { public_key: null });
    keyless.record('rec_4', 'aut_3', {});
    expect(pageOf({ evidence: JSON.stringify(keyless.bundle('rec_4')) })).toContain('could have made it');
  });

  it('of an answer from the future is refused', () => {
    const future = SampleService.usual();
    const evidence = JSON.stringify(future.bundle('rec_1'));
    const late = Date.parse(SAMPLE_TIME) - 60_000;
    jest.spyOn(Date, 'now').mockReturnValueOnce(late);
    expect(pageOf({ evidence })).toContain('<h1>Test data: REFUSED: ');
  });
});
