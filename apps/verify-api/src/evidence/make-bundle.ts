import { Injectable } from '@nestjs/common';
import { UnavailableError } from '@service/contracts';
import {
  TileTree,
  assembleBundle,
  canonicalJson,
  earlierSizeOf,
  keySubjectId,
  keysOfBundle,
  statementText,
  type AuthorityElementContent,
  type BundleParts,
  type BundledAnswer,
  type SignedElement,
} from '@service/evidence';
import { Pool } from 'pg';
import { VERIFY_PATH } from '../verify/verify-path.js';
import { LogTiles } from '../log/log-tiles.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import { EVIDENCE_PARTS } from '../verify/render-envelope.js';
import { verifyRequestDigest } from '../verify/request-digest.js';
import { VerifyRecords, type DecidedRecord } from '../verify/verify-records.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-heads.js';
import {
  awaitCoveringCheckpoint,
  type CoveringCheckpoint,
  type ElementPlace,
} from './covering-checkpoint.js';

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

type SubjectParts = Pick<BundleParts, 'answer' | 'record' | 'authorities' | 'keys'>;

/** Makes evidence bundles: a signed answer about a record, with all of its evidence. */
@Injectable()
export class MakeBundle {
  constructor(
    private readonly pool: Pool,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
    private readonly tiles: LogTiles,
    private readonly signer: AnswerSigner,
  ) {}

  /**
   * Makes the bundle of a record, as JSON in its JCS form.
   * @param asOf log position that the answer holds as of.
   * @throws ServiceError `record.not_found`; `request.invalid` where the log never had the named size;
   * `service.unavailable` where the log does not cover the bundle in time.
   */
  async execute(caller: AskingCaller, request: BundleRequest, asOf: LogHead): Promise<string> {
    // Right after a start with a new key, the key's element may not have arrived.
    const { keyId } = this.signer;
    if (this.views.directory.key(keyId) === undefined) {
      throw new UnavailableError({ cause: 'answer_key_not_arrived', key_id: keyId });
    }
    const subjects = await this.answer(
      await this.verifyRecords.find(caller, request.id, asOf),
      request,
      asOf,
    );
    const elements = newestOf(request.id, subjects);
    const { origin, treeSize } = asOf;
    const from = earlierSizeOf(request.from, subjects.keys);
    const covered = { origin, size: treeSize, earlier: from ?? 0, elements };
    const checkpoint = await awaitCoveringCheckpoint(this.pool, covered, request.until);
    if (checkpoint === null) {
      throw new UnavailableError({ cause: 'log_does_not_cover', record_id: request.id });
    }
    const proofs = await this.prove(checkpoint, treeSize, from);
    return canonicalJson(assembleBundle({ ...subjects, checkpoint: checkpoint.note, ...proofs }));
  }

  private async answer(decided: DecidedRecord, request: BundleRequest, asOf: LogHead): Promise<SubjectParts> {
    const { record } = decided;
    const envelope = this.verifyRecords.render(decided, EVIDENCE_PARTS, new Date(), request.requestId, asOf);
    // In the same turn as the answer, which must agree with them.
    const authorities = this.authoritiesOf(record.authorityIds);
    const { id, requestId, nonce } = request;
    const asked = { record_id: id };
    const statement = statementText({
      answer: envelope.digest(),
      as_of: asOf.shown,
      nonce,
      request: verifyRequestDigest(asked),
      request_id: requestId,
    });
    const [signature, path] = await new Promise<[string, string]>((resolve) => {
      this.signer.sign(asOf.origin, statement, (...signed) => resolve(signed));
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
    return { answer, record: record.chain, authorities, keys: this.keysOf(answer, record, authorities) };
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
  ): Promise<Pick<BundleParts, 'inclusion' | 'consistency' | 'earlier'>> {
    const tree = new TileTree(size, this.tiles.read);
    const [consistency, earlier, ...inclusion] = await Promise.all([
      tree.consistencyProof(asOf),
      from === null ? null : tree.consistencyProof(from),
      ...Array.from(indices, async ([subjectId, index]) => {
        return [subjectId, { index, proof: await tree.inclusionProof(index) }] as const;
      }),
    ]);
    return {
      consistency,
      inclusion: new Map(inclusion),
      earlier: from === null || earlier === null ? undefined : { from, proof: earlier },
    };
  }
}

/** The newest element of each subject of a bundle. */
function newestOf(recordId: string, { record, authorities, keys }: SubjectParts): ElementPlace[] {
  return [
    { subjectId: recordId, sequence: record.length },
    ...Array.from(authorities, ([subjectId, { length }]) => ({ subjectId, sequence: length })),
    ...Array.from(keys, ([keyId, { length }]) => ({ subjectId: keySubjectId(keyId), sequence: length })),
  ].filter(({ sequence }) => sequence > 0);
}
