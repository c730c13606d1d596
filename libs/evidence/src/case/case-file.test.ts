import { beforeAll, describe, expect, it } from '@jest/globals';
import { digestText } from '../digest.js';
import { SampleService } from '../testing/sample-service.js';
import { makeCaseFile } from './case-file.js';

const service = SampleService.usual();
service.record('rec_1', 'aut_1', { type: 'service.record.revoked', state: 'revoked' });
const keys = JSON.stringify(service.trust());
const bundle = JSON.stringify(service.bundle('rec_1'));
const exhibit = { evidence: bundle, keys, policy: null, program: 'a test' };

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

describe('a case file', () => {
  let files: Record<string, string>;
  beforeAll(() => {
    files = filesIn(makeCaseFile(exhibit));
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
    expect(page).toMatch(/<h1>Record rec_1 of issuer &quot;.*&quot; is NOT good: it was revoked on /);
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
    const page = filesIn(makeCaseFile({ ...exhibit, evidence }))['index.html'] ?? '';
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|\u202e/);
  });

  it('of changed evidence says that it is refused, and shows nothing of it', () => {
    const evidence = bundle.replace('"sequence":2', '"sequence":3').replaceAll('rec_1', '<b>rec');
    const page = filesIn(makeCaseFile({ ...exhibit, evidence }))['index.html'] ?? '';
    expect(page).toContain('<h1>REFUSED: ');
    expect(page).toContain('Nothing of it is believed here.');
    expect(page).not.toContain('<b>');
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
    const page = filesIn(makeCaseFile({ ...exhibit, evidence }))['index.html'] ?? '';
    expect(page).toMatch(/<h1>Record rec_1 .* is NOT good/);
    expect(page).toContain('it was not disclosed and not checked');
  });
});
