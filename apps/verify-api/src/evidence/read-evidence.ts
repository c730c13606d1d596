import { Injectable } from '@nestjs/common';
import type { Call } from '../interface/call.js';
import { VerifyRecords } from '../verify/verify-records.js';
import { GatewayViews } from '../views/gateway-views.js';
import { staleAt } from '../views/log-head.js';
import { MakeBundle } from './make-bundle.js';

/** Default wait for the log in seconds; without witnesses the log takes less than a second. */
const DEFAULT_WAIT = 2;
/** Milliseconds that are left to make a bundle, before its position is stale. */
const TO_RENDER = 1_000;

/** Reads all evidence of a record, once the log has it. */
@Injectable()
export class ReadEvidence {
  constructor(
    private readonly makeBundle: MakeBundle,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
  ) {}

  /**
   * The bundle as JSON in its JCS form.
   * @param from size of the log from which the bundle also proves consistency; null for none.
   * @throws ServiceError `record.not_found`, `request.invalid` where the log never had that size, and
   * `service.unavailable` where the log does not cover the bundle in time.
   */
  async execute(call: Call, id: string, from: number | null): Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait(DEFAULT_WAIT);
    const until = performance.now() + seconds * 1_000;
    await this.verifyRecords.awaitReceipts(call, [id], seconds);
    // Taken first: what is read after it may be newer than the position, never older.
    const asOf = await this.views.heads.newlyRead();
    call.requestContext.evidence = { asOf, binding: null };
    // While witnesses are away: the newest checkpoint without them is worth more than a refusal for a stale position.
    const end = Math.min(until, staleAt(asOf) - TO_RENDER);
    return this.makeBundle.execute(
      call.requestContext,
      { id, requestId: call.requestId, nonce, from, until: end },
      asOf,
    );
  }
}
