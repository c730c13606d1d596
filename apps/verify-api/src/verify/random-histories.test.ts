import { env } from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { foldRecord, type FoldedRecord } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import {
  canonicalJson,
  keySubjectId,
  parseAsOf,
  parseTlogProof,
  parseTrust,
  placeName,
  verifyBundle,
  type ElementSignature,
  type EvidenceBundle,
  type RecordElementContent,
} from '@service/evidence';
import { diceOf } from '../../../../libs/evidence/src/testing/mutations.js';
import { randomHistory } from '../../../../libs/evidence/src/testing/random-histories.js';
import { SAMPLE_NOW } from '../../../../libs/evidence/src/testing/sample-log.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { Directory } from '../views/directory.js';
import { Freshness } from '../views/freshness.js';
import type { RecordReader } from '../views/records/record-reader.js';
import { StoredRecord } from '../views/records/stored-record.js';
import type { LogCheck } from './log-check.js';
import { OrderCheck } from './order-check.js';
import { VerifyRecords } from './verify-records.js';

const HISTORIES = Number(env['RANDOM_CASES'] ?? 200);
const NOW = new Date(SAMPLE_NOW * 1_000);

interface Shown {
  type: string;
  sequence: number;
  event_id: string;
  digest: string;
  signature: ElementSignature | null;
}

function textOf({ digest: _digest, signature: _signature, ...content }: Shown): string {
  return canonicalJson(content);
}

/** Whether the service says `verified` of what a bundle holds, by the places that the bundle proves. */
async function serviceVerifies(bundle: EvidenceBundle): Promise<boolean> {
  const directory = new Directory();
  const take = (stream_id: string, elements: readonly Shown[]) => {
    for (const shown of elements) {
      const { type, sequence: version, event_id, signature } = shown;
      const companion = { signature, reason: null, reason_salt: null };
      const position = { epoch: 1, tx: '1', pos: '1' };
      const event = {
        stream_id,
        version,
        event_id,
        type,
        schema_version: 1,
        data: null,
        companion,
        position,
      };
      directory.take({ ...event, element: textOf(shown) } as RecordedEvent);
    }
  };
  for (const [id, elements] of Object.entries(bundle.keys)) take(keySubjectId(id), elements);
  for (const [id, elements] of Object.entries(bundle.authorities)) take(id, elements);

  const places = new Map<string, number>();
  for (const [name, text] of Object.entries(bundle.order)) places.set(name, parseTlogProof(text).index);
  const lengths = new Map<string, number>([
    ['rec_1', bundle.record.length],
    ...Object.entries(bundle.authorities).map(([id, { length }]) => [id, length] as const),
    ...Object.entries(bundle.keys).map(([id, { length }]) => [keySubjectId(id), length] as const),
  ]);
  for (const [id, text] of Object.entries(bundle.inclusion))
    places.set(placeName(id, lengths.get(id) ?? 0), parseTlogProof(text).index);

  const record = recordOf(bundle, places);
  const { origin, treeSize } = parseAsOf(bundle.answer.as_of) ?? { origin: '', treeSize: 0 };
  const shown = bundle.answer.as_of;
  const head = { origin, treeSize, within: 0n, shown, since: NOW.toISOString(), at: Infinity };
  const service = new VerifyRecords(
    { peek: () => record, findFor: () => Promise.resolve(record) } as unknown as RecordReader,
    new Freshness({ age: () => 0 }, 'records'),
    directory,
    { catchUp: () => Promise.resolve(true) } as never,
    { newestSize: treeSize, grownBeyond: () => Promise.resolve(false) },
    { isReady: () => true, prepare: () => Promise.resolve(), allows: () => true } as unknown as LogCheck,
    new OrderCheck(
      {
        read: (elements) =>
          Promise.resolve(
            new Map(
              elements.map(([id, sequence]) => {
                const name = placeName(id, sequence);
                return [name, places.get(name) as number];
              }),
            ),
          ),
      },
      { refuted: () => undefined },
    ),
    new RenderTurns(),
    { id: keyOfAnswer(bundle), hasEnded: () => false },
  );
  const request = { record_id: 'rec_1', lookup: null, evidence_scope: ['provenance'] as const };
  const caller = { projectId: record.snapshot.project_id, authorities: null };
  const { text } = await service.verify(caller, request, 'req_1', NOW, head);
  return (JSON.parse(text) as { evidence: { provenance: { verified: boolean } } }).evidence.provenance
    .verified;
}

function keyOfAnswer({ answer }: EvidenceBundle): string {
  const [header = ''] = answer.signature.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
}

function recordOf({ record, answer }: EvidenceBundle, places: ReadonlyMap<string, number>): StoredRecord {
  const elements = record.map((shown) => ({
    sequence: shown.sequence,
    text: textOf(shown),
    signature: shown.signature,
    reason: null,
    reason_salt: null,
    absent_at: null,
    log_index: places.get(placeName('rec_1', shown.sequence)) ?? null,
  }));
  let folded: FoldedRecord | undefined;
  for (const content of record) folded = foldRecord(folded, content as RecordElementContent, null);
  const { receipt } = (answer.body as unknown as { evidence: { provenance: { receipt: ShownReceipt } } })
    .evidence.provenance;
  const base64 = (text: string) => Buffer.from(text, 'base64');
  return new StoredRecord(
    {
      ...(folded as FoldedRecord),
      digest: record.at(-1)?.digest ?? 'sha256:',
      elements,
      found_different: false,
      successor_index: null,
      receipt: {
        log_index: receipt.log_index,
        tree_size: receipt.tree_size,
        root: base64(receipt.root_hash).toString('hex'),
        note: receipt.checkpoint,
        proof: receipt.inclusion_proof.map(base64),
      },
    },
    0,
  );
}

interface ShownReceipt {
  log_index: number;
  tree_size: number;
  root_hash: string;
  inclusion_proof: string[];
  checkpoint: string;
}

describe('of histories at random under genuine signatures', () => {
  it(`the service verifies those that verifiers do (${HISTORIES})`, async () => {
    const dice = diceOf(Number(env['RANDOM_SEED'] ?? 1));
    const disagreements: string[] = [];
    let verified = 0;
    for (let index = 0; index < HISTORIES; index += 1) {
      const { bundle, trust } = randomHistory(dice) as { bundle: EvidenceBundle; trust: object };
      const report = verifyBundle(JSON.stringify(bundle), parseTrust(JSON.stringify(trust)), { now: NOW });
      const failed = report.checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
      const says = await serviceVerifies(bundle);
      if (says !== report.ok) disagreements.push(`${index}: ${says}, ${failed.join(', ')}`);
      if (says) verified += 1;
    }
    expect(disagreements).toEqual([]);
    expect([verified > HISTORIES / 10, verified < HISTORIES * 0.9]).toEqual([true, true]);
  }, 3_600_000);
});
