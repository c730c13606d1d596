import { sha256Hex, utf8 } from '#platform';
import { canonicalJson } from '../json/canonical-json.js';
import { escapeJson } from '../summary/escape-text.js';
import type { Report } from '../verifying/index.js';
import { casePage } from './case-page.js';
import { judge, type Exhibit, type Judged } from './judge.js';
import { toCompare } from './to-compare.js';
import { zipOf } from './zip.js';

/** A case file, with what its page says. */
export interface CaseFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Usual name of the file. */
  name: string;
  report: Report;
  headline: string;
}

/** The release whose programs check the file. */
export const RELEASE = '0.3.0';

/**
 * A case file: evidence with what it was checked with, a page to read, and how to check it again, as one ZIP archive. The
 * same exhibit gives the same bytes everywhere.
 * @throws EvidenceError where the pinned documents cannot be used, or the answer cannot be written down.
 */
export function makeCaseFile(exhibit: Exhibit): CaseFile {
  const judged = judge(exhibit);
  const { report, headline, isTest, recordId } = judged;
  const { pinned } = exhibit;
  const texts = {
    'index.html': casePage(exhibit, judged),
    ...evidenceFiles(exhibit),
    ...('keys' in pinned ? { 'keys.json': pinned.keys } : pinned),
  };
  const described = { 'README.txt': readMe(exhibit, judged, Object.keys(texts)), ...texts };
  const files = Object.entries(described).map(([name, text]) => ({ name, bytes: utf8(text) }));
  const sums = files.map(({ name, bytes }) => `${sha256Hex(bytes)}  ${name}\n`).join('');
  const bytes = zipOf([...files, { name: 'SHA256SUMS', bytes: utf8(sums) }]);
  const stem = /^rec_\w+$/.test(recordId) ? recordId : 'case';
  return { bytes, name: `${isTest ? 'test-data-' : ''}${stem}.zip`, report, headline };
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
  'keys.json': 'the keys by which it was checked',
  policy: 'the signed trust policy that was pinned, by which the evidence was checked',
};

function readMe(exhibit: Exhibit, judged: Judged, names: readonly string[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  const files = names.map((name) => `  ${name.padEnd(width)}  ${ABOUT[name]}`);
  const { evidence, pinned } = exhibit;
  const [given, blank] =
    'keys' in pinned
      ? [
          '--keys KEYS',
          'KEYS is your own file of the keys of the log; CASE/keys.json serves once every key in it was compared.',
        ]
      : [
          '--policy POLICY --fingerprint FINGERPRINT --allow-expired',
          'POLICY is your own trust policy, or a copy of CASE/policy alone in a folder of yours: rvs believes a file POLICY.pin.\n   FINGERPRINT is that of the policy, from elsewhere.',
        ];
  const [rvs, words] =
    typeof evidence === 'string'
      ? [`bundle verify CASE/bundle.json ${given}`, given]
      : [
          `answer verify CASE/answer.json --headers CASE/headers.txt --request CASE/request.json --nonce ${evidence.nonce} ${given}`,
          `${given} --nonce ${evidence.nonce}`,
        ];
  return `CASE FILE

${escapeJson(judged.headline)}

${files.join('\n')}
  ${'SHA256SUMS'.padEnd(width)}  the digest of each file, against damage alone: cd CASE; sha256sum --check SHA256SUMS

HOW TO CHECK IT AGAIN

Whoever gave you this ZIP may have written all of it, this text too. Run no program out of it.

1. Compare each of these with what you have from elsewhere, such as the operator’s own announcement:

${toCompare(exhibit, judged)
  .map((line) => `   ${escapeJson(line)}`)
  .join('\n')}

2. Take the sources of the service, release ${RELEASE}, from the place that you trust: CHECKOUT below. Take no package by its
   name from a registry: it may not be published there, or be another’s.

3. Check with any one of three programs that share no code. Each prints whether the record is good and ends with 0
   where nothing is refuted, also where it is proven that the record is NOT good. None of them asks the service.
   Building each fetches its dependencies, whose digests CHECKOUT holds for TypeScript and Go.
   CASE is this folder, as an absolute path, and so are CHECKOUT and your own files.
   ${blank}

TypeScript, with Node.js 20.12 or newer, after npm ci and npm run build in CHECKOUT:

  node CHECKOUT/clients/cli/dist/rvs.js ${rvs}

Python 3.11 or newer, after pip install CHECKOUT/clients/python:

  python3 -P -m record_verification CASE ${words}

Go 1.23 or newer:

  go -C CHECKOUT/clients/go run ./cmd/check-case ${words} CASE

Without any of them: the formats and every check are written down in CHECKOUT/docs/evidence.md. They rest on SHA-256,
Ed25519 (RFC 8032), canonical JSON (RFC 8785) and Merkle trees (RFC 6962).
`;
}
