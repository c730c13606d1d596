import { Injectable } from '@nestjs/common';
import { agreedDate, ServiceError } from '@service/contracts';
import type { Verdict } from '@service/evidence';
import { Admission } from '../admission/admission.js';
import { requireCapability } from '../admission/authentication/authenticator.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import type { Call } from '../interface/call.js';
import type { Page } from '../interface/inputs/pagination.js';
import type { Envelope } from '../verify/render-envelope.js';
import { VerifyRecords } from '../verify/verify-records.js';
import { GatewayViews } from '../views/gateway-views.js';
import { requireFresh } from '../views/log-head.js';
import { ListRecords } from './list-records.js';
import type { RecordQuery } from './record.bodies.js';
import type { ShownRecord } from './shown-record.js';

/** Lists records, with the verdict that a verification of each would give where it is asked for. */
@Injectable()
export class RecordVerdicts {
  constructor(
    private readonly records: ListRecords,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
    private readonly admission: Admission,
    private readonly turns: RenderTurns,
  ) {}

  /**
   * @throws ServiceError as `ListRecords.execute`; for verdicts also as a batch of verifications: `rate.limited`,
   *   `quota.exceeded`, `request.batch_too_large`, and `authority.insufficient_scope` without the capability to verify.
   */
  async execute(call: Call, query: RecordQuery): Promise<Page<ShownRecord>> {
    if (query.verdict !== true) return this.records.execute(call, query);
    requireCapability(call, 'verify');
    this.admission.requireOriginal({ kind: 'verify' });
    // Taken first: what is read after it may be newer than the position, never older.
    const asOf = await this.views.heads.current();
    const { data, next_cursor } = await this.records.execute(call, query);
    this.admission.countVerdicts(call.requestContext, data.length);
    call.requestContext.subjects = data.map(({ id }) => id);
    // The reader reads the records that are not cached by one query.
    const envelopes = await Promise.all(
      data.map(({ id }) => {
        const asked = { record_id: id, lookup: null, evidence_scope: ['verdict'] as const };
        const render = () => this.verifyRecords.verify(call, asked, call.requestId, agreedDate(), asOf);
        return this.turns.run(call.projectId, render).catch(noneOfRefused);
      }),
    );
    const price = envelopes.reduce((sum, envelope) => sum + (envelope?.price ?? 0), 0);
    requireFresh(asOf);
    this.admission.charge(call.requestContext, price, 'verify');
    return {
      data: data.map((record, index) => ({ ...record, verdict: verdictOf(envelopes[index] ?? null) })),
      next_cursor,
    };
  }
}

/** One record that cannot be verified now must not take the others' page away. */
function noneOfRefused(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}

function verdictOf(envelope: Envelope | null): Verdict | null {
  return envelope === null
    ? null
    : (JSON.parse(envelope.text) as { evidence: { verdict: Verdict } }).evidence.verdict;
}
