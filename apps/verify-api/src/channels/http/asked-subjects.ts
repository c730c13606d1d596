import type { ErrorCode } from '@service/contracts';
import { askedIds, distinctIds } from '../../admission/asked-ids.js';
import type { GatewayRequest } from './gateway-request.js';
import { boundedJson } from './json-body.js';

const TOO_MANY: readonly string[] = ['rate.limited', 'quota.exceeded'] satisfies ErrorCode[];

/**
 * The ids that a refused request asked for: those that are known already, else that of its path, else those of its body. It
 * may have been refused before its body was read. Text that is not an id is left out.
 */
export function askedSubjects(
  { params, body }: Pick<GatewayRequest, 'params' | 'body'>,
  known: readonly string[],
  errorCode: string,
): readonly string[] {
  if (known.length > 0) return distinctIds(known);
  const { id } = (params ?? {}) as { id?: unknown };
  // A refusal for too many requests must cost less than a request.
  if (id === undefined && TOO_MANY.includes(errorCode)) return [];
  return id === undefined ? askedIds(boundedJson(body)) : distinctIds([id]);
}
