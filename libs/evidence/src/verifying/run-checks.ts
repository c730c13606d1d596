import { findAuthorityChainFault } from '../elements/authority-chain.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { BundledAnswer, EvidenceBundle } from '../bundle/bundle.js';
import type { AsOf } from '../answers/index.js';
import type { HashedElement } from '../elements/element.js';
import { findKeyChainFault } from '../elements/key-chain.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import { continuesLog } from '../log-origins.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { findRecordChainFault } from '../elements/record-chain.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { checkEntries, checkSlots } from './absence-checks.js';
import {
  checkAnswerKey,
  checkAnswerPath,
  checkAnswerSignature,
  checkNonce,
  checkRequestId,
} from './answer-checks.js';
import { checkMembers, checkRequest, onEach, readEnvelopes } from './answered-records.js';
import {
  checkActiveAuthorities,
  checkCurrentAuthorities,
  checkNamedAuthorities,
} from './authority-checks.js';
import { takeChains } from './chain-checks.js';
import { atHand, derive, required, valuesOf, type Checklist, type Established } from './checklist.js';
import type { SubjectChain } from './chains.js';
import { checkOrigin, checkWitnesses, openPinnedCheckpoint } from './checkpoint-checks.js';
import {
  checkAsOf,
  checkEarlierCheckpoint,
  checkEarlierProof,
  openEarlierCheckpoint,
} from './consistency-checks.js';
import type { Envelope } from './envelope.js';
import { withSummary } from './first-line.js';
import {
  checkInclusions,
  checkKeyInclusions,
  checkRecordInclusion,
  type LogIndices,
} from './inclusion-checks.js';
import type { KeyTermsLookUp } from './key-terms.js';
import { checkAnswerKeyTime, checkElementKeyTimes } from './key-time-checks.js';
import { checksAskedFor, freshnessOf, NEWEST_CHECKS, type VerifyOptions } from './options.js';
import { takeAnswerChecks } from './take-answer-checks.js';
import { takePositionChecks } from './take-position-checks.js';
import { checkMergeDelay } from './merge-delay-checks.js';
import { checkElementOrder, placesOfNewest } from './order-checks.js';
import { requireKeptPromises } from './promise-checks.js';
import { checkPublications } from './publication-checks.js';
import type { CheckName, Report } from './report.js';
import { checkSalts } from './salt-checks.js';
import type { LogPosition } from './verified-log.js';
import { checkPolicyExpiry, checkPolicySignature, checkPolicyVersion } from './policy-checks.js';
import {
  checkReceiptConsistency,
  checkReceiptInclusion,
  openReceipt,
  type OpenedReceipt,
} from './receipt-checks.js';
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
  believedKeys: KeyTermsLookUp | null;
}

/** Runs all checks in order. */
export function runChecks(list: Checklist, at: EvidenceAtHand, trust: Trust, options: VerifyOptions): Report {
  const { bundle, answer } = at;
  const freshness = freshnessOf(options);
  const inLog = ({ content }: { content: { log: string } }) => continuesLog(content.log, trust.origin);

  list.take('policy.signature', [], () => checkPolicySignature(trust));
  list.take('policy.version', [], () => checkPolicyVersion(trust));
  list.take('policy.expiry', [], () => checkPolicyExpiry(trust, freshness, options.allowExpiredPolicy));
  list.take('log.origin', [bundle], ({ log }) => checkOrigin(log, trust));
  const checkpoint = list.take('checkpoint.signature', [bundle], (b) =>
    openPinnedCheckpoint(b.checkpoint, trust, freshness),
  );
  list.take('checkpoint.witnesses', [checkpoint], (opened) => checkWitnesses(opened, trust));

  const keys = takeChains(list, at.keys, {
    kind: 'keys',
    findFault: ({ elements }) => findKeyChainFault(elements),
    belongs: ({ subjectId, elements }) =>
      elements.every((element) => inLog(element) && keySubjectId(element.content.key_id) === subjectId),
  });
  const loggedKeys = list.take('keys.inclusion', [bundle, checkpoint, keys], checkKeyInclusions);
  const keyOf =
    at.believedKeys === null ? derive(loggedKeys, (logged) => atHand(logged.keyOf)) : atHand(at.believedKeys);

  const envelopes = list.take('answer.form', [answer], readEnvelopes);
  list.take('answer.members', [answer, envelopes], checkMembers);
  const signature = list.take('answer.key', [answer, keyOf], (a, of) => checkAnswerKey(a.signature, of));
  const placed = list.take('answer.path', [answer], checkAnswerPath);
  const asOf = list.take('answer.signature', [signature, placed, answer], checkAnswerSignature);
  list.take('answer.request_id', [envelopes, answer], (each, a) => checkRequestId(each, a.request_id));
  list.take('answer.request', [answer, envelopes], (a) => checkRequest(a, options.request));
  list.take('answer.nonce', [answer], (a) => checkNonce(a.nonce, options.nonce));
  list.take('answer.key_time', [signature, asOf, keyOf], ({ jws }, position, of) =>
    checkAnswerKeyTime(jws.keyId, position, of, freshness),
  );

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
  list.take('record.authority_current', [records, authorities], checkCurrentAuthorities);
  list.take('keys.signatures', [keys, keyOf], checkKeySignatures);
  list.take('record.signatures', [records, keyOf], checkSignatures);
  list.take('authorities.signatures', [authorities, keyOf], checkSignatures);
  list.take('record.issuer_signatures', [records, authorities], checkIssuerSignatures);
  const chains = derive(records, (own) => atHand([...own, ...valuesOf(authorities), ...valuesOf(keys)]));
  list.take('elements.key_times', [chains, keyOf], (all, of) => checkElementKeyTimes(all, of, freshness));
  list.take('elements.salts', [chains], checkSalts);

  const shown = { envelopes, answer, asOf, records, authorities, chains };
  const { told, answered } = takeAnswerChecks(list, shown, freshness);

  const indices = list.take('record.inclusion', [bundle, checkpoint, records], checkRecordInclusion);
  const authorityIndices = list.take(
    'authorities.inclusion',
    [bundle, checkpoint, authorities],
    checkInclusions,
  );

  const order = list.take(
    'elements.order',
    [bundle, checkpoint, records, authorities, keys, indices, authorityIndices, loggedKeys],
    (b, opened, r, a, k, ofRecord, ofAuthorities, logged) =>
      checkElementOrder(
        b,
        opened,
        { records: r, authorities: a, keys: k },
        new Map([...ofRecord, ...ofAuthorities, ...logged.indices]),
        trust.origin,
      ),
  );

  const consistent = list.take('as_of.consistency', [asOf, checkpoint, bundle], checkAsOf);
  // Without a bundle everything is compared with the answer's own position.
  const positions = positionsOf(checkpoint, bundle.value === undefined ? asOf : consistent);
  const entries = list.take('log.entries', [], () => checkEntries(options.entries, positions));
  const givenEntries = entries.value?.of ?? null;
  const compared = { positions, entries: givenEntries };
  list.take('log.slots', [entries], checkSlots);
  list.take('keys.publication', [keys, loggedKeys], (all, { indices: ofKeys }) =>
    checkPublications(all, order.value?.of ?? placesOfNewest(ofKeys, all), trust.selfSignedKeys),
  );

  const receipts = list.take('receipt.checkpoint', [answered], (all) =>
    onEach(all, (each) => openReceipt(each, trust, freshness)),
  );
  const received = list.take('receipt.inclusion', [receipts], (all) =>
    onEach(all, (each) => checkReceiptInclusion(each, trust)),
  );
  list.take('receipt.consistency', [receipts], (all) =>
    onEach(all, (each) => checkReceiptConsistency(each, indices.value?.of, compared)),
  );

  list.take('freshness.answer', [envelopes, asOf], (each, position) =>
    checkAnswerAge(each, position, freshness),
  );
  list.take('freshness.witnesses', [checkpoint], (opened) => checkWitnessedAge(opened, trust, freshness));
  const kept = list.take('kept.signature', [], () =>
    openEarlierCheckpoint(options.checkpoint, trust, freshness),
  );
  list.take('kept.consistency', [kept], (opened) => {
    const earlier = bundle.value?.of.earlier;
    const to = checkpoint.value?.of.checkpoint;
    const shown = earlier === undefined || to === undefined ? undefined : { earlier, checkpoint: to };
    return checkEarlierCheckpoint(opened, compared, shown);
  });
  list.take('earlier.consistency', [bundle, checkpoint], ({ earlier }, to) =>
    checkEarlierProof(earlier, to, compared),
  );
  const places = new Map([
    ...(received.value === undefined ? [] : valuesOf(receipts).map(placeOf)),
    ...[indices, authorityIndices, derive(loggedKeys, (logged) => atHand(logged.indices))].flatMap(entriesOf),
  ]);
  const trees = [...valuesOf(receipts).map(({ opened }) => opened), ...valueOf(checkpoint), ...valueOf(kept)];
  const dated = order.value?.of ?? placesOfNewest(places, valuesOf(chains));
  list.take('elements.merge_delay', [told, asOf], (all, position) => {
    requireKeptPromises(all, position, freshness);
    return checkMergeDelay(required(chains), dated, trees, trust, freshness);
  });
  const log = { places, trees, entries, size: checkpoint.value?.of.checkpoint.size ?? 0 };
  takePositionChecks(list, { asOf, records, authorities, keys }, log, trust, freshness);

  const needed: CheckName[] = [
    ...(loggedKeys.value === undefined ? [] : ['keys.publication' as const]),
    ...(hasOneOfEach(envelopes, records) ? [] : ['answer.record' as const]),
  ];
  const cosigned = checkpoint.value?.of.cosignatures.length ?? 0;
  const report = list.report([...needed, ...checksAskedFor(options)], NEWEST_CHECKS, {
    cosigned,
    pinned: trust.witnesses.length,
  });
  return withSummary(report, { answer, asOf, envelopes, records, authorities, checkpoint }, trust);
}

function placeOf({ chain, receipt }: OpenedReceipt): [string, number] {
  return [chain.subjectId, receipt.log_index];
}

function entriesOf({ value }: Established<LogIndices>): [string, number][] {
  return value === undefined ? [] : [...value.of];
}

function valueOf<Value>({ value }: Established<Value>): Value[] {
  return value === undefined ? [] : [value.of];
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

/** Whether an answer shows records, and the evidence proves each of them; true where one of the two is missing. */
function hasOneOfEach(
  { value: shown }: Established<readonly Envelope[]>,
  { value: proven }: Established<readonly unknown[]>,
): boolean {
  if (shown?.of.length === 0) return false;
  return shown === undefined || proven === undefined || shown.of.length <= proven.of.length;
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
