import type { JsonValue } from '../json/index.js';
import { formatCheckpoint, formatNote, parseNote, signNote, signText } from '../notes/index.js';
import { CLOCK_SLACK_SECONDS } from '../verifying/options.js';
import { cosignedAt } from '../verifying/time-checks.js';
import { checkWitnesses, openPinnedCheckpoint } from '../verifying/checkpoint-checks.js';
import { CheckFailed } from '../verifying/checklist.js';
import type { CheckName } from '../verifying/report.js';
import { parseTrust } from '../verifying/trust.js';
import { EvidenceError } from '../evidence-error.js';
import { applyPatch, type PatchOperation } from './json-patch.js';
import { SAMPLE_NOW, SampleLog } from './sample-log.js';
import { SAMPLE_TIME } from './sample-service.js';

/** A published checkpoint. */
export interface CheckpointVector {
  name: string;
  /** How the pinned document differs from `keys.json`. */
  trust?: PatchOperation[];
  note: string;
  /** The reader's time. */
  now: string;
  /** The check that must fail; null where the checkpoint is accepted. */
  check: CheckName | null;
  /** What an accepted checkpoint says; a time in seconds, null where no witness is pinned. */
  opened?: { size: number; cosigned: number; cosigned_at: number | null };
}

/** What our verifier says of a checkpoint. */
export function judgeCheckpoint(
  { trust: patch = [], note, now }: Pick<CheckpointVector, 'trust' | 'note' | 'now'>,
  keys: string,
): Pick<CheckpointVector, 'check' | 'opened'> {
  const trust = parseTrust(JSON.stringify(applyPatch(JSON.parse(keys) as JsonValue, patch)));
  let check: CheckName = 'checkpoint.signature';
  try {
    const opened = openPinnedCheckpoint(note, trust, {
      now: new Date(now),
      slack: CLOCK_SLACK_SECONDS * 1_000,
    }).value;
    check = 'checkpoint.witnesses';
    if (trust.quorum !== null) checkWitnesses(opened, trust);
    const at = cosignedAt(opened, trust);
    const cosigned_at = at === null ? null : at / 1000;
    return {
      check: null,
      opened: { size: opened.checkpoint.size, cosigned: opened.cosignatures.length, cosigned_at },
    };
  } catch (error) {
    if (error instanceof EvidenceError || error instanceof CheckFailed) return { check };
    throw error;
  }
}

const times = [SAMPLE_NOW - 20, SAMPLE_NOW - 10, SAMPLE_NOW];
const ahead = (seconds: number): string => new Date((SAMPLE_NOW - seconds) * 1_000).toISOString();
const log = new SampleLog(undefined, times);
for (let at = 0; at < 5; at += 1) log.append(new Uint8Array(64).fill(at));
const [one, two, three] = log.witnesses as [
  (typeof log.witnesses)[0],
  (typeof log.witnesses)[0],
  (typeof log.witnesses)[0],
];
const other = new SampleLog('example.org/log/other', times);
const stranger = new SampleLog(undefined, times, 'stranger');
const later = new SampleLog(undefined, [SAMPLE_NOW - 1, ...times.slice(1)]);
for (const each of [other, stranger, later])
  for (let at = 0; at < 5; at += 1) each.append(new Uint8Array(64).fill(at));

const good = log.checkpoint(5, [one, two]);
const { text, signatures } = parseNote(good);
const [ofLog, ofOne, ofTwo] = signatures as [
  (typeof signatures)[0],
  (typeof signatures)[0],
  (typeof signatures)[0],
];
const [, ofOneLater] = parseNote(later.checkpoint(5, later.witnesses)).signatures as typeof signatures & {
  1: (typeof signatures)[0];
};
const broken = { ...ofTwo, signature: ofTwo.signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte)) };
const otherName = formatCheckpoint({ origin: other.origin, size: 5, root: other.root() });
const noWitnesses: PatchOperation[] = [
  { op: 'remove', path: '/witnesses' },
  { op: 'remove', path: '/quorum' },
];

/** The log's key retired at a size, with another one in its place. */
const retiredAt = (tree_size: number): PatchOperation[] => [
  { op: 'replace', path: '/log/vkeys', value: [...stranger.vkeys] },
  { op: 'add', path: '/log/retired', value: [{ vkey: log.vkeys[0] ?? '', tree_size }] },
];

type Made = Omit<CheckpointVector, 'opened' | 'now'> & { now?: string };
const made: Made[] = [
  { name: 'two of three witnesses', note: good, check: null },
  { name: 'three of three witnesses', note: log.checkpoint(5, log.witnesses), check: null },
  { name: 'a smaller tree', note: log.checkpoint(3, [two, three]), check: null },
  { name: 'no witness pinned', note: log.checkpoint(5), trust: noWitnesses, check: null },
  {
    name: 'cosignatures of witnesses that nobody pinned beside those that count',
    note: log.checkpoint(5, [one, two, ...stranger.witnesses]),
    check: null,
  },
  { name: 'one of three witnesses', note: log.checkpoint(5, [one]), check: 'checkpoint.witnesses' },
  {
    name: 'two of three witnesses, where no quorum says how many are enough',
    note: good,
    trust: [{ op: 'remove', path: '/quorum' }],
    check: 'checkpoint.witnesses',
  },
  {
    name: 'three witnesses of whom one cosigned in the future',
    note: log.checkpoint(5, log.witnesses),
    now: ahead(31),
    check: null,
  },
  {
    name: 'two witnesses of whom one cosigned in the future',
    note: log.checkpoint(5, [one, three]),
    now: ahead(31),
    check: 'checkpoint.witnesses',
  },
  {
    name: 'a cosignature that is as far in the future as clocks may differ',
    note: log.checkpoint(5, [one, three]),
    now: ahead(30),
    check: null,
  },
  {
    name: 'extension lines after the root',
    note: signNote(`${text}an extension\nanother one\n`, [...log.signers, one, two]),
    check: null,
  },
  {
    name: 'an empty extension line',
    note: signNote(`${text}an extension\n\nanother one\n`, [...log.signers, one, two]),
    check: 'checkpoint.signature',
  },
  { name: 'no witness', note: log.checkpoint(5), check: 'checkpoint.witnesses' },
  {
    name: 'the same witness twice',
    note: formatNote({ text, signatures: [ofLog, ofOne, ofOne] }),
    check: 'checkpoint.witnesses',
  },
  {
    name: 'a witness that cosigned twice, at the time of the first of its lines',
    note: formatNote({ text, signatures: [ofLog, ofTwo, ofOneLater, ofOne] }),
    check: null,
  },
  {
    name: 'two witnesses under names of others',
    note: log.checkpoint(5, stranger.witnesses),
    check: 'checkpoint.witnesses',
  },
  {
    name: 'a broken cosignature of a pinned witness',
    note: formatNote({ text, signatures: [ofLog, ofOne, broken] }),
    check: 'checkpoint.signature',
  },
  {
    name: 'witnesses without the log',
    note: formatNote({ text, signatures: [ofOne, ofTwo] }),
    check: 'checkpoint.signature',
  },
  { name: 'no signature', note: `${text}\n`, check: 'checkpoint.signature' },
  { name: 'another key of the log', note: stranger.checkpoint(5, [one, two]), check: 'checkpoint.signature' },
  { name: 'another log', note: other.checkpoint(5, [one, two]), check: 'checkpoint.signature' },
  {
    name: 'another origin under the key of this log',
    note: formatNote({
      text: otherName,
      signatures: [...log.signers, one, two].map((signer) => signText(otherName, signer)),
    }),
    check: 'checkpoint.signature',
  },
  { name: 'the last tree of a retired key', note: good, trust: retiredAt(5), check: null },
  {
    name: 'a retired key at a larger tree than its last',
    note: good,
    trust: retiredAt(4),
    check: 'checkpoint.signature',
  },
  {
    name: 'a retired key beside the one that signs now',
    note: signNote(text, [...log.signers, ...stranger.signers, one, two]),
    trust: retiredAt(4),
    check: null,
  },
  ...[[], [{ op: 'add', path: '/log/vkeys/-', value: stranger.vkeys[0] ?? '' } as const]].map((trust) => ({
    name: `both keys of a log that changes its key, of which ${1 + trust.length} ${trust.length === 0 ? 'is' : 'are'} pinned`,
    note: signNote(text, [...log.signers, ...stranger.signers, one, two]),
    trust,
    check: null,
  })),
  { name: 'another size', note: good.replace('\n5\n', '\n6\n'), check: 'checkpoint.signature' },
  {
    name: 'a size with a zero before it, signed',
    note: signNote(text.replace('\n5\n', '\n05\n'), [...log.signers, one, two]),
    check: 'checkpoint.signature',
  },
  {
    name: 'a root of 31 bytes, signed',
    note: signNote(`${log.origin}\n5\n${Buffer.alloc(31).toString('base64')}\n`, [...log.signers, one, two]),
    check: 'checkpoint.signature',
  },
  { name: 'no line feed at its end', note: good.slice(0, -1), check: 'checkpoint.signature' },
  { name: 'nothing', note: '', check: 'checkpoint.signature' },
];

/** Checkpoints that a reader accepts or refuses. @param keys the text of `keys.json`. */
export function checkpointVectors(keys: string): CheckpointVector[] {
  return made.map(({ now = SAMPLE_TIME, ...rest }) => {
    const vector = { ...rest, now };
    const { opened } = judgeCheckpoint(vector, keys);
    return opened === undefined ? vector : { ...vector, opened };
  });
}
