import type { ErrorCode } from '@service/contracts';
import type { RequestContext } from '../../interface/request-context.js';

/** The history's code and status for errors of the protocol, by their codes (JSON-RPC 2.0, section 5.1). */
const FAILURES: Readonly<Record<number, [ErrorCode, status: number]>> = {
  [-32_601]: ['route.not_found', 404],
  [-32_603]: ['internal.error', 500],
};

/** The code of the protocol's error in an answer; null where there is none. */
export function failureIn(answer: string): number | null {
  const found = /"error":\{"code":(-\d{5})[,}]/.exec(answer);
  return found === null || answer.includes('"result":') ? null : Number(found[1]);
}

/** Notes for the history that the protocol refused a message, though HTTP may say 200. */
export function noteFailure(context: RequestContext, code: number): void {
  [context.errorCode, context.status] = FAILURES[code] ?? ['request.invalid', 400];
}
