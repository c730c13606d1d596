import { findAuthorityChainFault } from '../elements/authority-chain.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { BundledAnswer, EvidenceBundle } from '../bundle/bundle.js';
import type { AsOf } from '../answers/index.js';
import type { HashedElement } from '../elements/element.js';
import type { KeyLookUp } from '../elements/element-signature.js';
import { findKeyChainFault } from '../elements/key-chain.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import { continuesLog } from '../log-origins.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { findRecordChainFault } from '../elements/record-chain.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { checkAbsence, checkEntries, checkSlots } from './absence-checks.js';
import {
  checkAnswerKey,
  checkAnswerPath,
  checkAnswerSignature,
  checkNonce,
  checkRequestId,
} from './answer-checks.js';
import { checkRequest, onEach, readEnvelopes, type AnsweredRecord } from './answered-records.js';
import { checkActiveAuthorities, checkNamedAuthorities } from './authority-checks.js';
import {
  checkAnsweredAuthority,
  checkAnsweredProvenance,
  checkAnsweredRecord,
  checkAnsweredState,
} from './body-checks.js';
import { takeChains } from './chain-checks.js';
import type { SubjectChain } from './chains.js';
import { atHand, derive, type Checklist, type Established } from './checklist.js';
import { checkOrigin, checkWitnesses, openPinnedCheckpoint } from './checkpoint-checks.js';
import { checkAsOf, checkEarlierCheckpoint, openEarlierCheckpoint } from './consistency-checks.js';
import type { Envelope } from './envelope.js';
import { checkInclusions, checkKeyInclusions, checkRecordInclusion } from './inclusion-checks.js';
import { freshnessOf, type VerifyOptions } from './options.js';
import type { LogPosition } from './verified-log.js';
import { checkReceiptConsistency, checkReceiptInclusion, openReceipt } from './receipt-checks.js';
import { checkIssuerSignatures, checkKeySignatures, checkSignatures } from './signature-checks.js';
import { checkAnswerAge, checkWitnessedAge } from './time-checks.js';
import type { Trust } from './trust.js';

/** The evidence to check. */
export interface EvidenceAtHand {
  bundle: Established<EvidenceBundle>;
  answer: Established<BundledAnswer>;
  records(
    envelopes: Established<readonly Envelope[]>,
  ): Established<readonly SubjectChain<RecordElementContent>[]>;
  authorities: Established<readonly SubjectChain<AuthorityElementContent>[]>;
  keys: Established<readonly SubjectChain<KeyElementContent>[]>;
  /** Keys that are trusted without a proof from the log. */
  believedKeys: KeyLookUp | null;
}

/** Runs all checks in order. */
export function runChecks(list: Checklist, at: EvidenceAtHand, trust: Trust, options: VerifyOptions): void {
  const { bundle, answer } = at;
  const freshness = freshnessOf(options);
  const inLog = ({ content }: { content: { log: string } }) => continuesLog(content.log, trust.origin);

  list.take('log.origin', [bundle], ({ log }) => checkOrigin(log, trust));
  const checkpoint = list.take('checkpoint.signature', [bundle], (b) =>
    openPinnedCheckpoint(b.checkpoint, trust),
  );
  list.take('checkpoint.witnesses', [checkpoint], (opened) => checkWitnesses(opened, trust));

  const keys = takeChains(list, at.keys, {
    kind: 'keys',
    findFault: ({ elements }) => findKeyChainFault(elements),
    belongs: ({ subjectId, elements }) =>
      elements.every((element) => inLog(element) && keySubjectId(element.content.key_id) === subjectId),
  });
  const loggedKeys = list.take('keys.inclusion', [bundle, checkpoint, keys], checkKeyInclusions);
  const keyOf = at.believedKeys === null ? loggedKeys : atHand(at.believedKeys);

  const envelopes = list.take('answer.form', [answer], readEnvelopes);
  const signature = list.take('answer.key', [answer, keyOf], (a, of) => checkAnswerKey(a.signature, of));
  const placed = list.take('answer.path', [answer], checkAnswerPath);
  const asOf = list.take('answer.signature', [signature, placed, answer], checkAnswerSignature);
  list.take('answer.request_id', [envelopes, answer], (each, a) => checkRequestId(each, a.request_id));
  list.take('answer.request', [answer, envelopes], (a) => checkRequest(a, options.request));
  list.take('answer.nonce', [answer], (a) => checkNonce(a.nonce, options.nonce));

  const records = takeChains(list, at.records(envelopes), {
    kind: 'record',
    findFault: ({ elements }) => findRecordChainFault(elements, headOf(elements)),
    belongs: ({ elements }) => elements.every(inLog),
  });
  const authorities = takeChains(list, at.authorities, {
    kind: 'authorities',
    findFault: ({ elements }) => findAuthorityChainFault(elements),
    belongs: ({ subjectId, elements }) =>
      elements.every((element) => inLog(element) && element.content.authority_id === subjectId),
  });
  list.take('record.authority', [records, authorities], checkNamedAuthorities);
  list.take('record.authority_active', [records, authorities], checkActiveAuthorities);
  list.take('keys.signatures', [keys, keyOf], checkKeySignatures);
  list.take('record.signatures', [records, keyOf], checkSignatures);
  list.take('authorities.signatures', [authorities, keyOf], checkSignatures);
  list.take('record.issuer_signatures', [records, authorities], checkIssuerSignatures);

  const answered = derive(envelopes, (each) => derive(records, (chains) => atHand(pair(each, chains))));
  list.take('answer.record', [answered], (all) => onEach(all, checkAnsweredRecord));
  list.take('answer.state', [answered], (all) => onEach(all, checkAnsweredState));
  list.take('answer.provenance', [answered], (all) => onEach(all, checkAnsweredProvenance));
  list.take('answer.authority', [answered, authorities], (all, chains) =>
    onEach(all, (each) => checkAnsweredAuthority(each, chains)),
  );

  const indices = list.take('record.inclusion', [bundle, checkpoint, records], checkRecordInclusion);
  list.take('authorities.inclusion', [bundle, checkpoint, authorities], checkInclusions);

  const consistent = list.take('as_of.consistency', [asOf, checkpoint, bundle], checkAsOf);
  // Without a bundle everything is compared with the answer's own position.
  const positions = positionsOf(checkpoint, bundle.value === undefined ? asOf : consistent);
  const entries = list.take('log.entries', [], () => checkEntries(options.entries, positions));
  const compared = { positions, entries: entries.value?.of ?? null };
  list.take('log.slots', [entries], checkSlots);

  const receipts = list.take('receipt.checkpoint', [answered], (all) =>
    onEach(all, (each) => openReceipt(each, trust)),
  );
  list.take('receipt.inclusion', [receipts], (all) =>
    onEach(all, (each) => checkReceiptInclusion(each, trust)),
  );
  list.take('receipt.consistency', [receipts], (all) =>
    onEach(all, (each) => checkReceiptConsistency(each, indices.value?.of, compared)),
  );

  list.take('freshness.answer', [envelopes, asOf], (each, position) =>
    checkAnswerAge(each, position, freshness),
  );
  list.take('freshness.witnesses', [checkpoint], (opened) => checkWitnessedAge(opened, trust, freshness));
  const earlier = list.take('kept.signature', [], () => openEarlierCheckpoint(options.checkpoint, trust));
  list.take('kept.consistency', [earlier], (opened) => checkEarlierCheckpoint(opened, compared));
  list.take('absence.record', [records, asOf], (chains, position) => checkAbsence(chains, position, entries));
  list.take('absence.authorities', [authorities, asOf], (chains, position) =>
    checkAbsence(chains, position, entries),
  );
  list.take('absence.keys', [keys, asOf], (chains, position) => checkAbsence(chains, position, entries));
}

/** The head as the newest element claims it: a verifier has no row to compare the chain with. */
function headOf(elements: readonly HashedElement<RecordElementContent>[]) {
  const {
    record_id: id = '',
    sequence: version = 0,
    state = '',
  } = (elements.at(-1)?.content ?? {}) as Partial<RecordElementContent>;
  return { id, version, state };
}

function pair(
  envelopes: readonly Envelope[],
  chains: readonly SubjectChain<RecordElementContent>[],
): readonly AnsweredRecord[] {
  return envelopes.map((envelope, index) => ({
    envelope,
    chain: chains[index] as SubjectChain<RecordElementContent>,
  }));
}

function positionsOf(
  checkpoint: Established<OpenedCheckpoint>,
  asOf: Established<AsOf>,
): readonly LogPosition[] {
  const positions: LogPosition[] = [];
  if (checkpoint.value !== undefined) positions.push(checkpoint.value.of.checkpoint);
  if (asOf.value !== undefined) positions.push({ size: asOf.value.of.treeSize, root: asOf.value.of.root });
  return positions;
}
