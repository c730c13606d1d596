import { Injectable } from '@nestjs/common';
import type { LinkSnapshot } from '@service/contracts';
import { prove } from '../interface/prove-answer.js';
import { ReadEvidence } from '../evidence/read-evidence.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';
import type { Call } from '../interface/call.js';
import { VERIFY_PATH, type VerifyBody } from '../verify/verify.bodies.js';
import { VerifyRecord } from '../verify/verify-record.js';

/** An opened link, and the size of the log from which its bundle also proves consistency; null for none. */
export interface Opening {
  link: LinkSnapshot;
  from: number | null;
}

/** Answers what a link discloses, as JSON. */
@Injectable()
export class OpenLink {
  constructor(
    private readonly evidence: ReadEvidence,
    private readonly verifying: VerifyRecord,
    private readonly signer: AnswerSigner,
  ) {}

  /** @throws ServiceError as `ReadEvidence` and `VerifyRecord`. */
  async execute(call: Call, { link, from }: Opening): Promise<string> {
    const { record_id, shows, proof, expires_at } = link;
    const shown = JSON.stringify({ record_id, shows, proof, expires_at });
    const answered =
      proof === 'history'
        ? `"bundle":${await this.evidence.execute(call, record_id, from)}`
        : `"answer":${JSON.stringify(await this.answer(call, record_id))}`;
    return `{"link":${shown},${answered}}`;
  }

  /** The signed answer alone, without the elements that its provenance would hold. */
  private async answer(call: Call, record_id: string) {
    const body: VerifyBody = { record_id, evidence_scope: ['authority', 'state', 'verdict'] };
    const text = await this.verifying.execute(call, body);
    const request = { method: 'POST', path: VERIFY_PATH, body } as const;
    const proof = await prove(this.signer, call.requestContext, text, request, call.requestId);
    if (proof === null) throw new TypeError('The answer is bound to no request.');
    const { evidence } = call.requestContext;
    // The signature is in the answer, and covers a part of it.
    if (evidence !== null) call.requestContext.evidence = { ...evidence, binding: null };
    return proof;
  }
}
