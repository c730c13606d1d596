import { formatVerifierKey, noteSigner, type NoteSigner } from '../notes/index.js';
import { openPolicy, signPolicy, type PinnedPolicy } from '../policy/index.js';
import type { PolicyVector } from './run-vector.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';

const AT = new Date(SAMPLE_NOW * 1000).toISOString();
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

const sign = (version: number, signers: readonly [NoteSigner, ...NoteSigner[]] = [first], until = expires) =>
  signPolicy(lines, { version, expires: until }, signers);

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
  made('another text of the same version', 'policy.version', sign(3, [first], '2028-11-21T12:00:00.000Z')),
  made('a policy at the moment of its expiry', 'policy.expiry', third, { now: expires }),
  made('no signature', 'policy.form', third.slice(0, third.lastIndexOf('\n\n') + 1)),
  made('no version', 'policy.form', third.replace(/# version .*\n/, '')),
  made('a version with a zero before it', 'policy.form', third.replace('# version 3', '# version 03')),
  made('another format', 'policy.form', third.replace('policy/v1', 'policy/v2')),
];
