import { sha256, utf8 } from '#platform';
import { concatBytes } from '../encoding/bytes.js';
import { AnswersSigner, formatAsOf, requestDigest, statementText } from '../answers/index.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import { authorityStanding } from '../elements/authority-standing.js';
import {
  allPlaces,
  assembleBundle,
  keysOfBundle,
  placeName,
  recordPlaces,
  type BundledAnswer,
  type EvidenceBundle,
} from '../bundle/index.js';
import { digestText, type Digest } from '../digest.js';
import { hashElement, type ElementSignature, type HashedElement } from '../elements/element.js';
import { signDigest, type SignedElement } from '../elements/element-signature.js';
import { encodeBase64url } from '../encoding/base-encodings.js';
import { issuerStatementOf, issuerStatementText } from '../elements/issuer-statement.js';
import { canonicalJson, type JsonValue } from '../json/index.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { RECORD_TRANSITIONS, recordStateAt } from '../elements/record-transitions.js';
import type { SigningKey, KeyPurpose } from '../signing/index.js';
import { judgeRecord } from '../verdict.js';
import { loggedBy } from '../verifying/merge-delay.js';
import { reasonDigestOf } from './chains.js';
import { granted, registered } from './first-elements.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SampleLog } from './sample-log.js';

type JsonObject = { [name: string]: JsonValue };
type Change<Content> = Partial<Content>;

export const SAMPLE_TIME = new Date(SAMPLE_NOW * 1000).toISOString();
const VERIFY = { method: 'POST', path: '/v1/records/verify' };

interface Chain<Content> {
  subjectId: string;
  elements: SignedElement<Content>[];
  /** Log indices of the elements. */
  indices: number[];
}

/** Deviations of an answer from what the service would make. */
export interface Unusual {
  body?: (body: JsonObject) => JsonObject;
  request?: Partial<BundledAnswer['request']>;
  nonce?: string | null;
  key?: SigningKey;
  asOf?: string;
  /** Size of the log at the answer. */
  asOfSize?: number;
  now?: string;
  /** Number of answers that share the signature, and the index of this one. */
  turn?: { size: number; index: number };
}

/** A service in memory that signs and logs like the real one, and can be made to lie. */
export class SampleService {
  readonly log: SampleLog;
  provenance: SigningKey;
  readonly answers: SigningKey;
  readonly issuer: SigningKey;
  readonly keys = new Map<string, Chain<KeyElementContent>>();
  readonly authorities = new Map<string, Chain<AuthorityElementContent>>();
  readonly records = new Map<string, Chain<RecordElementContent>>();
  /** Signs, as the issuer, what needs its signature. */
  issues = (content: RecordElementContent): RecordElementContent => this.issue(content);
  private salts = 0;

  /** @param name whose keys it has. */
  constructor(log?: SampleLog, name = 'sample') {
    this.log = log ?? new SampleLog(undefined, undefined, name);
    this.provenance = sampleKey(`${name} provenance`, 'provenance');
    this.answers = sampleKey(`${name} answers`, 'answer');
    this.issuer = sampleKey(`${name} issuer`, 'provenance');
  }

  /** A service with published keys, an authority with a key, and an amended record. */
  static usual(log?: SampleLog, name?: string): SampleService {
    const service = new SampleService(log, name);
    service.publish(service.provenance);
    service.publish(service.answers);
    service.authority('aut_1', {}, { type: 'service.authority.scope_changed', scope: ['land'] });
    service.record('rec_2', 'aut_1', {});
    service.record('rec_1', 'aut_1', {}, { content_digest: digestText('amended') });
    service.fill(7);
    return service;
  }

  /** Appends entries of other subjects. */
  fill(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.log.append(concatBytes(sha256(`slot ${this.log.size}`), sha256(`digest ${this.log.size}`)));
    }
  }

  publish(key: SigningKey, purpose: KeyPurpose = key.purpose): void {
    this.keyElement(key, { purpose: purpose as KeyElementContent['purpose'] });
  }

  /** @param from size of the log from which a compromised key's signatures are invalid; its own by default. */
  revoke(
    key: SigningKey,
    cause: 'key_compromise' | 'ceased',
    invalidSince: string | null = null,
    from = this.log.size,
  ): void {
    this.keyElement(key, {
      type: 'service.key.revoked',
      state: 'revoked',
      cause,
      invalid_since: invalidSince,
      invalid_from_size: cause === 'ceased' ? null : from,
      occurred_at: SAMPLE_TIME,
    });
  }

  authority(id: string, ...changes: Change<AuthorityElementContent>[]): void {
    for (const change of changes) {
      const first = { ...granted, log: this.log.origin, authority_id: id, public_key: this.issuer.publicKey };
      this.grow(this.authorities, id, id, first, change);
    }
  }

  record(id: string, authorityId: string, ...changes: Change<RecordElementContent>[]): void {
    for (const change of changes) {
      const named = this.authorities.get(authorityId)?.elements.at(-1);
      const authority = {
        id: authorityId,
        version: named?.content.sequence ?? 1,
        digest: named?.digest as Digest,
      };
      const isFirst = !this.records.has(id);
      const type = isFirst ? 'service.record.registered' : 'service.record.amended';
      // An issuer's registrations differ in their external ids.
      const external_id = id === registered.record_id ? registered.external_id : id;
      const first = { ...registered, log: this.log.origin, record_id: id, external_id, authority };
      this.grow(this.records, id, id, first, { type, authority, ...change }, (content) =>
        this.issues(content),
      );
    }
  }

  /** An answer to the verification of a record. */
  answer(recordId: string, unusual: Unusual = {}): BundledAnswer {
    const { asOfSize = this.log.size, now = SAMPLE_TIME, nonce = null, key = this.answers } = unusual;
    const { size, index } = unusual.turn ?? { size: 3, index: 2 };
    const requestId = 'req_1';
    const body = this.envelope(recordId, now, requestId, asOfSize);
    const request = { ...VERIFY, body: { record_id: recordId }, ...unusual.request };
    const position = { origin: this.log.origin, treeSize: asOfSize, root: this.log.root(asOfSize), at: now };
    const as_of = unusual.asOf ?? formatAsOf(position);
    const answer = { body: unusual.body?.(body) ?? body, request, request_id: requestId, nonce, as_of };
    const own = statementOf(answer);
    const turn = Array.from({ length: size }, (_, place) => (place === index ? own : `another ${place}`));
    const { signature, paths } = new AnswersSigner(key).sign(as_of.split(' ')[0] as string, turn);
    return { ...answer, signature, path: paths[index] as string };
  }

  /**
   * A bundle of a record.
   * @param witnesses number of cosignatures.
   * @param earlier size that the reader names.
   */
  bundle(recordId: string, answer = this.answer(recordId), witnesses = 2, earlier?: number): EvidenceBundle {
    const record = this.records.get(recordId) as Chain<RecordElementContent>;
    const named = record.elements.map(({ content }) => content.authority.id);
    const authorities = [...new Set(named)].map(
      (id) => this.authorities.get(id) as Chain<AuthorityElementContent>,
    );
    const chains = [record, ...authorities].map(({ elements }) => elements);
    const keys = keysOfBundle(answer, chains, (id) => this.keys.get(id)?.elements);
    const others = [...authorities, ...[...keys.keys()].map((id) => this.keys.get(id) as Chain<object>)];
    const place = (index = 0) => ({ index, proof: this.log.inclusion(index) });
    const orderOf = ({ subjectId, indices }: Chain<object>, sequences: readonly number[]) =>
      sequences.map((sequence) => [placeName(subjectId, sequence), place(indices[sequence - 1])] as const);
    return assembleBundle({
      answer,
      record: record.elements,
      authorities: new Map(authorities.map(({ subjectId, elements }) => [subjectId, elements])),
      keys,
      checkpoint: this.log.checkpoint(this.log.size, this.log.witnesses.slice(0, witnesses)),
      inclusion: new Map(
        [record, ...others].map(({ subjectId, indices }) => [subjectId, place(indices.at(-1))]),
      ),
      order: new Map([
        ...orderOf(record, recordPlaces(record.elements)),
        ...others.flatMap((chain) => orderOf(chain, allPlaces(chain.elements))),
      ]),
      consistency: this.log.consistency(Number(answer.as_of.split(' ')[1])),
      earlier: earlier === undefined ? undefined : { from: earlier, proof: this.log.consistency(earlier) },
    });
  }

  /** The document that a verifier pins, as `GET /v1/log/<environment>/keys` answers it, with witnesses. */
  trust(quorum = 2): JsonObject {
    const keys = [this.provenance, this.answers].map((key) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x: key.publicKey,
      kid: key.keyId,
      alg: 'Ed25519',
      use: 'sig',
      purpose: key.purpose,
      state: 'active',
      published_at: granted.occurred_at,
      revoked_at: null,
      invalid_since: this.keys.get(key.keyId)?.elements.at(-1)?.content.invalid_since ?? null,
    }));
    const log = { origin: this.log.origin, vkeys: this.log.vkeys };
    return { keys, log, ...(quorum > 0 ? { witnesses: this.log.witnessVkeys, quorum } : {}) };
  }

  keyElement(key: Pick<SigningKey, 'keyId' | 'publicKey'>, change: Change<KeyElementContent>): void {
    const first: KeyElementContent = {
      format: 'element/v1',
      log: this.log.origin,
      sequence: 1,
      type: 'service.key.published',
      event_id: 'evt_1',
      key_id: key.keyId,
      purpose: 'provenance',
      public_key: key.publicKey,
      occurred_at: granted.occurred_at,
      state: 'active',
      cause: null,
      invalid_since: null,
      invalid_from_size: null,
      reason_digest: null,
      salt: '',
      previous: null,
    };
    this.grow(this.keys, key.keyId, keySubjectId(key.keyId), first, change);
  }

  private grow<Content extends { log: string; sequence: number; salt: string; previous: Digest | null }>(
    chains: Map<string, Chain<Content>>,
    id: string,
    subjectId: string,
    first: Content,
    change: Change<Content>,
    finish: (content: Content) => Content = (content) => content,
  ): void {
    const chain = chains.get(id) ?? { subjectId, elements: [], indices: [] };
    const before = chain.elements.at(-1);
    this.salts += 1;
    const content = finish({
      ...first,
      ...before?.content,
      sequence: chain.elements.length + 1,
      previous: (before?.digest ?? null) as Digest | null,
      salt: encodeBase64url(sha256(`salt ${this.salts}`).subarray(0, 16)),
      reason_digest: reasonDigestOf({ ...first, ...before?.content, ...change }),
      ...change,
    });
    chain.elements.push(this.sign(content));
    const elements = chain.elements as unknown as HashedElement<{ salt: string }>[];
    chain.indices.push(this.log.sequence(subjectId, elements));
    chains.set(id, chain);
  }

  /** Signs an element, by default with the provenance key. */
  sign<Content>(content: Content, key = this.provenance): SignedElement<Content> {
    const { text, digest } = hashElement(content as object);
    const signature: ElementSignature = signDigest(digest, key);
    return { text, digest, content, canonical: true, signature };
  }

  private issue(content: RecordElementContent): RecordElementContent {
    const { type } = content;
    const signs = Object.hasOwn(RECORD_TRANSITIONS, type) && RECORD_TRANSITIONS[type].issuer_signs === 'must';
    return { ...content, issuer_signature: signs ? this.issuerSignature(content) : null };
  }

  /** The issuer's own signature over an element's place and content. */
  issuerSignature(content: RecordElementContent): string {
    return encodeBase64url(this.issuer.sign(utf8(issuerStatementText(issuerStatementOf(content)))));
  }

  private envelope(recordId: string, now: string, request_id: string, size: number): JsonObject {
    const { elements, indices } = this.records.get(recordId) as Chain<RecordElementContent>;
    const index = indices.at(-1) as number;
    const newest = elements.at(-1)?.content as RecordElementContent;
    const authorities = this.authorities.get(newest.authority.id)?.elements ?? [];
    const authority = authorities.at(-1) as SignedElement<AuthorityElementContent>;
    const state = recordStateAt(newest, new Date(now));
    const receipt = index < size ? this.log.receipt(index, size) : null;
    const shown = elements.map(({ content, digest, signature }) => ({ ...content, digest, signature }));
    const named = authorities[newest.authority.version - 1]?.content;
    const standing = authorityStanding(authority.content, named, newest.occurred_at, new Date(now));
    const verdict = judgeRecord({
      verified: true,
      logged: receipt !== null,
      state,
      successorId: newest.successor_id,
      authority: standing,
      lookup: null,
    });
    return JSON.parse(
      JSON.stringify({
        evidence: {
          authority: {
            digest: authority.digest,
            id: authority.content.authority_id,
            issuer: authority.content.issuer,
            scope: authority.content.scope,
            state: standing.state,
            valid_at_event: standing.validAtEvent,
            valid_now: standing.validNow,
            valid_until: authority.content.valid_until,
            version: authority.content.sequence,
          },
          provenance: {
            chain: shown.slice(-100),
            chain_length: shown.length,
            origin: newest.origin,
            receipt,
            ...(receipt === null ? { logged_by: loggedBy(newest.occurred_at) } : {}),
            verified: true,
          },
          state,
          verdict,
        },
        record: { id: recordId, state, version: shown.length },
        request_id,
        verified_at: now,
      }),
    ) as JsonObject;
  }
}

function statementOf({
  body,
  request,
  request_id,
  nonce,
  as_of,
}: Omit<BundledAnswer, 'signature' | 'path'>): string {
  const answer = digestText(canonicalJson(body));
  return statementText({ answer, as_of, nonce, request: requestDigest(request, body), request_id });
}
