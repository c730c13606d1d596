import { Injectable } from '@nestjs/common';
import { agreedDate, UnavailableError } from '@service/contracts';
import {
  EvidenceError,
  allPlaces,
  keySubjectId,
  keysOfBundle,
  placeName,
  recordPlaces,
  type AuthorityElementContent,
  type BundleParts,
  type BundledAnswer,
  type ProvenPlace,
  type SignedElement,
} from '@service/evidence';
import { Pool } from 'pg';
import { VERIFY_PATH, verifyRequestDigest } from '../verify/verify.bodies.js';
import { LogTiles } from '../views/log-tiles.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { EVIDENCE_PARTS } from '../verify/render-envelope.js';
import { VerifyRecords, type DecidedRecord } from '../verify/verify-records.js';
import { Admission } from '../admission/admission.js';
import { payerOf } from '../admission/authentication/caller.js';
import { ProjectSlots } from '../admission/project-slots.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import type { RequestContext } from '../interface/request-context.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-head.js';
import {
  awaitCoveringCheckpoint,
  type CoveringCheckpoint,
  type ElementPlace,
} from './covering-checkpoint.js';
import { renderBundle } from './render-bundle.js';

/** A request for a bundle. */
export interface BundleRequest {
  id: string;
  requestId: string;
  nonce: string | null;
  /** Size of the log from which the bundle also proves consistency; null for none. */
  from: number | null;
  /** End of the wait for the log, as a moment of the monotonic clock in milliseconds. */
  until: number;
}

/** Records of a project that are found and rendered for bundles at a time; others wait, and are charged one by one. */
const MOST_OF_PROJECT = 2;

type SubjectParts = Pick<BundleParts, 'answer' | 'record' | 'authorities' | 'keys'>;

/** Makes evidence bundles: a signed answer about a record, with all of its evidence. */
@Injectable()
export class MakeBundle {
  private readonly slots = new ProjectSlots(MOST_OF_PROJECT);

  constructor(
    private readonly pool: Pool,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
    private readonly tiles: LogTiles,
    private readonly signer: AnswerSigner,
    private readonly turns: RenderTurns,
    private readonly admission: Admission,
  ) {}

  /**
   * Makes the bundle of a record, as JSON in its JCS form.
   * @param asOf log position that the answer holds as of.
   * @throws ServiceError `record.not_found`; `request.invalid` where the log never had the named size;
   * `service.unavailable` where the log does not cover the bundle in time, or its tiles were changed; `rate.limited` where the bundles before it left a
   * debt.
   */
  async execute(context: RequestContext, request: BundleRequest, asOf: LogHead): Promise<string> {
    // Right after a start with a new key, the key's element may not have arrived.
    const keyId = this.signer.keyId ?? '';
    if (this.views.directory.key(keyId) === undefined) {
      throw new UnavailableError({ cause: 'answer_key_not_arrived', key_id: keyId });
    }
    const payer = payerOf(context.caller);
    const subjects = await this.slots.run(context, () => this.answer(context, request, asOf));
    const { newest, earlier } = placesOf(request.id, subjects);
    const { origin, treeSize } = asOf;
    const { from } = request;
    const covered = { origin, size: treeSize, earlier: from ?? 0, elements: [...newest, ...earlier] };
    const checkpoint = await awaitCoveringCheckpoint(this.pool, covered, request.until);
    if (checkpoint === null) {
      throw new UnavailableError({ cause: 'log_does_not_cover', record_id: request.id });
    }
    const proofs = await this.prove(checkpoint, treeSize, from, newest).catch((error: unknown): never => {
      if (!(error instanceof EvidenceError || error instanceof RangeError)) throw error;
      throw new UnavailableError({ cause: 'log_not_sound', record_id: request.id, error: error.message });
    });
    const parts = { ...subjects, checkpoint: checkpoint.note, ...proofs };
    return renderBundle(parts, (render) => this.turns.run(payer, render));
  }

  private async answer(
    context: RequestContext,
    request: BundleRequest,
    asOf: LogHead,
  ): Promise<SubjectParts> {
    const { caller } = context;
    const { id, requestId, nonce } = request;
    this.admission.requireNoDebt(context);
    const { record, envelope, authorities } = await this.verifyRecords.inTurn(
      payerOf(caller),
      () => this.verifyRecords.find(caller, id, asOf),
      (decided) => ({
        record: decided.record,
        envelope: this.verifyRecords.render(decided, EVIDENCE_PARTS, agreedDate(), requestId, asOf),
        // In the same turn as the answer, which must agree with them.
        authorities: this.authoritiesOf(decided.record.authorityIds),
      }),
    );
    const asked = { record_id: id };
    const answered = {
      answer: envelope.digest(),
      nonce,
      request: verifyRequestDigest(asked),
      request_id: requestId,
    };
    const [signature, path] = await new Promise<[string, string]>((resolve) => {
      this.signer.sign(asOf, answered, (...signed) => resolve(signed));
    });
    const answer: BundledAnswer = {
      body: JSON.parse(envelope.text) as BundledAnswer['body'],
      request: { body: asked, method: 'POST', path: VERIFY_PATH },
      request_id: requestId,
      nonce,
      as_of: asOf.shown,
      signature,
      path,
    };
    const keys = this.keysOf(answer, record, authorities);
    const chains = [record.chain, ...authorities.values(), ...keys.values()];
    const elements = chains.reduce((sum, { length }) => sum + length, 0);
    // Admission counted one operation.
    this.admission.charge(context, elements - 1);
    return { answer, record: record.chain, authorities, keys };
  }

  private authoritiesOf(ids: readonly string[]): Map<string, SignedElement<AuthorityElementContent>[]> {
    const found = [...new Set(ids)].flatMap((id) => this.views.directory.authority(id) ?? []);
    return new Map(found.map(({ snapshot, elements }) => [snapshot.id, [...elements]]));
  }

  /** The elements of all keys that signed. An unpublished key has none; the bundle's check then fails. */
  private keysOf(
    answer: BundledAnswer,
    { chain }: DecidedRecord['record'],
    authorities: BundleParts['authorities'],
  ): BundleParts['keys'] {
    return keysOfBundle(
      answer,
      [chain, ...authorities.values()],
      (keyId) => this.views.directory.key(keyId)?.elements ?? [],
    );
  }

  /** Computes all proofs in one turn, so that their tiles are read by one query. */
  private async prove(
    { size, indices }: CoveringCheckpoint,
    asOf: number,
    from: number | null,
    newest: readonly ElementPlace[],
  ): Promise<Pick<BundleParts, 'inclusion' | 'order' | 'consistency' | 'earlier'>> {
    const tree = this.tiles.tree(size);
    const [consistency, earlier, ...proven] = await Promise.all([
      tree.consistencyProof(asOf),
      from === null ? null : tree.consistencyProof(from),
      ...Array.from(indices, async ([name, index]) => {
        return [name, { index, proof: await tree.inclusionProof(index) }] as const;
      }),
    ]);
    const order = new Map(proven);
    const inclusion = new Map<string, ProvenPlace>();
    for (const { subjectId, sequence } of newest) {
      const name = placeName(subjectId, sequence);
      inclusion.set(subjectId, order.get(name) as ProvenPlace);
      order.delete(name);
    }
    return {
      consistency,
      inclusion,
      order,
      earlier: from === null || earlier === null ? undefined : { from, proof: earlier },
    };
  }
}

/** The newest element of each subject of a bundle, and the earlier ones whose places it proves. */
function placesOf(recordId: string, { record, authorities, keys }: SubjectParts) {
  const others = [
    ...authorities,
    ...Array.from(keys, ([keyId, chain]) => [keySubjectId(keyId), chain] as const),
  ];
  const newest = [[recordId, record] as const, ...others].map(([subjectId, { length }]): ElementPlace => ({
    subjectId,
    sequence: length,
  }));
  const placesIn = (subjectId: string, sequences: readonly number[]): ElementPlace[] =>
    sequences.map((sequence) => ({ subjectId, sequence }));
  return {
    newest: newest.filter(({ sequence }) => sequence > 0),
    earlier: [
      ...placesIn(recordId, recordPlaces(record)),
      ...others.flatMap(([subjectId, chain]) => placesIn(subjectId, allPlaces(chain))),
    ],
  };
}
