import type { ErrorCode } from '@service/contracts';
import type { RequestContext } from '../operations/request-context.js';

/** What the history says of errors of the protocol, by their codes (JSON-RPC 2.0, section 5.1). */
const FAILURES: Readonly<Record<number, [ErrorCode, status: number]>> = {
  [-32_601]: ['route.not_found', 404],
  [-32_603]: ['internal.error', 500],
};

/** Notes for the history that the protocol refused a message, though HTTP may say 200. */
export function noteFailure(context: RequestContext, answer: string): void {
  if (context.errorCode !== null) return;
  const found = /"error":\{"code":(-\d{5})[,}]/.exec(answer);
  if (found === null || answer.includes('"result":')) return;
  [context.errorCode, context.status] = FAILURES[Number(found[1])] ?? ['request.invalid', 400];
}
