import { sha256Hex, utf8 } from '#platform';
import { canonicalJson } from '../json/canonical-json.js';
import { casePage } from './case-page.js';
import { checkPrograms, type CheckPrograms } from './case-programs.js';
import { judge, type Exhibit } from './judge.js';
import { zipOf } from './zip.js';

/**
 * A case file: evidence with what it was checked with, a page to read, and how to check it again, as one ZIP archive. The
 * same exhibit gives the same bytes everywhere.
 * @throws EvidenceError where the pinned documents cannot be used.
 */
export function makeCaseFile(exhibit: Exhibit): Uint8Array<ArrayBuffer> {
  const programs = checkPrograms(exhibit);
  const judged = judge(exhibit);
  const texts = {
    'index.html': casePage(exhibit, judged),
    ...evidenceFiles(exhibit),
    'keys.json': exhibit.keys,
    ...(exhibit.policy === null ? {} : { policy: exhibit.policy }),
    'check.py': programs.python,
    'check.go': programs.go,
  };
  const described = { 'README.txt': readMe(programs, judged.report.summary, Object.keys(texts)), ...texts };
  const files = Object.entries(described).map(([name, text]) => ({ name, bytes: utf8(text) }));
  const sums = files.map(({ name, bytes }) => `${sha256Hex(bytes)}  ${name}\n`).join('');
  return zipOf([...files, { name: 'SHA256SUMS', bytes: utf8(sums) }]);
}

function evidenceFiles({ evidence }: Exhibit): Record<string, string> {
  if (typeof evidence === 'string') return { 'bundle.json': evidence };
  const { answer, headers, request } = evidence;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  return { 'answer.json': answer, 'headers.txt': lines.join(''), 'request.json': canonicalJson(request) };
}

const ABOUT: Readonly<Record<string, string>> = {
  'index.html': 'what was checked and what is not proven, to be read in a browser without a network',
  'bundle.json': 'all evidence of the record: the signed answer, its history, its authority, every key',
  'answer.json': 'the signed answer; the history of the record was not disclosed and not checked',
  'headers.txt': 'the signature of the answer, and what else came with it',
  'request.json': 'what was asked',
  'keys.json': 'the keys that were pinned',
  policy: 'the signed trust policy that was pinned, by which the evidence was checked',
  'check.py': 'the check in Python',
  'check.go': 'the check in Go',
};

function readMe({ rvs }: CheckPrograms, summary: string, names: readonly string[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  const files = names.map((name) => `  ${name.padEnd(width)}  ${ABOUT[name]}`);
  return `CASE FILE

${summary}

${files.join('\n')}
  ${'SHA256SUMS'.padEnd(width)}  the digest of each file

HOW TO CHECK IT AGAIN

Do not believe these files: check them, with any one of three programs that share no code. None of them needs the
service or a network once it is installed. Each prints the sentence above and ends with 0 where nothing is refuted, also
where it is proven that the record is NOT good. All are in the sources of the service; CHECKOUT is the folder that
holds them. Compare the pinned keys with those that you have from elsewhere.

First, that no file was damaged:

  sha256sum --check SHA256SUMS

TypeScript, with Node.js 20.12 or newer (npm install --global @record-verification/cli, or CHECKOUT/clients/cli once built):

  ${rvs}

Python 3.11 or newer (pip install CHECKOUT/clients/python):

  python3 check.py

Go 1.23 or newer:

  go mod init case
  go mod edit -require=record-verification.example/evidence@v0.0.0 -replace=record-verification.example/evidence=CHECKOUT/clients/go
  go mod tidy
  go run check.go

Without any of them: the formats and every check are written down in CHECKOUT/docs/evidence.md. They rest on SHA-256,
Ed25519 (RFC 8032), canonical JSON (RFC 8785) and Merkle trees (RFC 6962).
`;
}
