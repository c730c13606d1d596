import { encodeBase64 } from '../encoding/base-encodings.js';
import { concatBytes } from '../encoding/bytes.js';
import {
  formatVerifierKey,
  noteCosigner,
  noteSigner,
  parseNote,
  signNote,
  type NoteSigner,
} from '../notes/index.js';
import { openPolicy, signPolicy, type PinnedPolicy } from '../policy/index.js';
import type { PolicyVector } from './run-vector.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';

/** ISO 8601: seconds after the samples' present. */
const seconds = (count: number): string => new Date((SAMPLE_NOW + count) * 1_000).toISOString();
const AT = new Date(SAMPLE_NOW * 1000).toISOString();
const dated = '2026-11-20T12:00:00.000Z';
const expires = '2027-11-21T12:00:00.000Z';
const signerOf = (name: string): NoteSigner =>
  noteSigner(`${SAMPLE_ORIGIN}/policy`, sampleKey(name, 'checkpoint'));
const [first, next, stranger] = ['policy', 'next policy', 'forged policy'].map(signerOf) as [
  NoteSigner,
  NoteSigner,
  NoteSigner,
];
const log = new SampleLog();
const witnesses = log.witnessVkeys.map((vkey, index) => `witness w${index + 1} ${vkey}\n`);
const lines = [`log ${log.vkeys[0]}\n`, ...witnesses, 'group all 2 w1 w2 w3\nquorum all\n'].join('');

const retired = formatVerifierKey(new SampleLog(undefined, undefined, 'former').newSigner().verifierKey);
const withLine = (line: string) => `${lines}${line}\n`;
const signLines = (text: string) => signPolicy(text, { version: 4, dated, expires }, [first]);
// Our own tool refuses to sign it.
const sizeless = parseNote(signLines(withLine('# '))).text.replace(
  /# \n$/,
  `# retired-log ${retired} ${AT}\n`,
);

const sign = (
  version: number,
  signers: readonly [NoteSigner, ...NoteSigner[]] = [first],
  { from = dated, until = expires } = {},
) => signPolicy(lines, { version, dated: from, expires: until }, signers);

const third = sign(3);
const { version, key, digest } = openPolicy(third, null);
const pinned: PinnedPolicy = { version, key: formatVerifierKey(key), digest };

function made(
  name: string,
  check: string | null,
  note: string,
  more: Partial<PolicyVector> = {},
): PolicyVector {
  return { name, pinned, now: AT, note, check, ...more };
}

/** A policy that `signPolicy` would not sign. */
function saying(name: string, ...changed: readonly string[]): PolicyVector {
  const head = [
    'format trust-policy/v1',
    'version 4',
    `dated ${dated}`,
    `expires ${expires}`,
    `key ${vkeyOf(first)}`,
  ];
  const text = [...head.map((line) => `# ${line}\n`), ...changed, 'group all 2 w1 w2 w3\nquorum all\n'].join(
    '',
  );
  return made(name, 'policy.form', signNote(text, [first]));
}

const vkeyOf = ({ verifierKey }: NoteSigner): string => formatVerifierKey(verifierKey);
const [one = '', two = '', three = ''] = witnesses;
const ofLog = `log ${log.vkeys[0]}\n`;
const other = vkeyOf(noteSigner('example.org/log/other', sampleKey('another log', 'checkpoint')));
/** ML-DSA, whose kind has no number yet. */
const unknown = `w4.example+01020304+${encodeBase64(concatBytes(Uint8Array.of(0xfe), new Uint8Array(32)))}`;
const sameName = vkeyOf(noteCosigner('witness.example/one', sampleKey('fourth', 'checkpoint'), () => 0));

/** Policies that a reader accepts or refuses. */
export const POLICY_VECTORS: readonly PolicyVector[] = [
  made('the first use', null, third, { pinned: null }),
  made('the same again', null, third),
  made('a newer version', null, sign(4)),
  made('a newer version under a key that the pinned one hands over to', null, sign(4, [next, first])),
  made('a newer version under another key', 'policy.signature', sign(4, [stranger])),
  made(
    'another key named',
    'policy.signature',
    third.replace(/# key .*/, `# key ${formatVerifierKey(next.verifierKey)}`),
  ),
  made(
    'a smaller quorum that nobody signed',
    'policy.signature',
    third.replace('group all 2', 'group all 1'),
  ),
  made('an older version', 'policy.version', sign(2)),
  made(
    'another text of the same version',
    'policy.version',
    sign(3, [first], { until: '2028-11-21T12:00:00.000Z' }),
  ),
  made('a policy at the moment of its expiry', 'policy.expiry', third, { now: expires }),
  made('a policy of now, by a clock that is 30 s ahead', null, sign(4, [first], { from: seconds(30) })),
  made('a policy of the future', 'policy.expiry', sign(4, [first], { from: seconds(31) })),
  made('a retired key of the log', null, signLines(withLine(`# retired-log ${retired} 7 ${AT}`))),
  made('a retired key without its tree size', 'policy.form', signNote(sizeless, [first])),
  made('no signature', 'policy.form', third.slice(0, third.lastIndexOf('\n\n') + 1)),
  made('no date', 'policy.form', third.replace(/# dated .*\n/, '')),
  made('no version', 'policy.form', third.replace(/# version .*\n/, '')),
  made('a version of 0', 'policy.form', third.replace('# version 3', '# version 0')),
  made('an expiry that is no time', 'policy.form', third.replace(/# expires .*/, '# expires soon')),
  made('a version with a zero before it', 'policy.form', third.replace('# version 3', '# version 03')),
  saying('the key of a witness under another name', ofLog, one, two, one.replace('w1', 'w3')),
  saying('the name of a witness with another key', ofLog, one, two, `witness w3 ${sameName}\n`),
  saying('the key of the log as a witness', ofLog, one, two, `witness w3 ${log.vkeys[0]}\n`),
  saying('the key of another log as a witness', ofLog, `log ${other}\n`, one, two, `witness w3 ${other}\n`),
  saying(
    'a key of the log that comes after the witness who has it',
    one,
    two,
    `witness w3 ${other}\n`,
    `log ${other}\n`,
  ),
  saying('a byte order mark before a comment', ofLog, one, two, three, '\ufeff# remark\n'),
  saying('a next line (U+0085) before a comment', ofLog, one, two, three, '\u0085# remark\n'),
  saying('a no-break space before a comment', ofLog, one, two, three, '\u00a0# remark\n'),
  made(
    'a witness of an unknown kind, which does not count',
    null,
    signLines(withLine(`witness w4 ${unknown}`)),
  ),
  saying('a key of a log twice', ofLog, ofLog, one, two, three),
  saying(
    'a key of a log that is retired too',
    ofLog,
    `# retired-log ${log.vkeys[0]} 7 ${AT}\n`,
    one,
    two,
    three,
  ),
  saying(
    'a retired key of a log as a witness',
    ofLog,
    one,
    two,
    `witness w3 ${other}\n`,
    `# retired-log ${other} 7 ${AT}\n`,
  ),
  made('another format', 'policy.form', third.replace('policy/v1', 'policy/v2')),
];
