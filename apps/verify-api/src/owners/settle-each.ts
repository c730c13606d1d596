import { ServiceError } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { Call } from '../interface/call.js';
import { errorBody, type ErrorBody } from '../admission/error-body.js';
import { memberPath } from '../interface/inputs/member-path.js';
import { InvalidItem } from '../interface/inputs/invalid-item.js';
import type { FailureLog } from '../infrastructure/failure-log.js';

/**
 * Processes each valid item of a batch; returns one result or error for each, in order.
 * @param work gets an item with its index, and its place among the valid ones.
 * @param list the name of the member that holds the items.
 */
export async function settleEach<Item, Result>(
  items: readonly (Item | InvalidItem)[],
  call: Pick<Call, 'requestId' | 'requestContext' | 'traceparent'>,
  failures: FailureLog,
  work: (item: Item, index: number, place: number) => Promise<Result> | Result,
  list = 'records',
): Promise<{ data: (Result | ErrorBody)[] }> {
  const { requestId, requestContext, traceparent } = call;
  const unavailable: ServiceError[] = [];
  let valid = 0;
  const data = await Promise.all(
    items.map(async (item, index) => {
      try {
        if (item instanceof InvalidItem) throw item.error;
        return await work(item, index, valid++);
      } catch (error) {
        const refused = serviceErrorOf(error);
        // Any other error fails the whole batch.
        if (refused === null) throw error;
        if (refused.code === 'service.unavailable') unavailable.push(refused);
        return errorBody(atItem(refused, memberPath(list, String(index), true)), requestId);
      }
    }),
  );
  const [first] = unavailable;
  if (first !== undefined) {
    const { operation } = requestContext;
    const request = { id: requestId, operation, items: unavailable.length, trace: { traceparent } };
    failures.answered(request, first);
  }
  return { data };
}

/** The error of an item, which names the item: in the paths of its members, or else in its message. */
function atItem(error: ServiceError, item: string): ServiceError {
  const { details } = error.extras;
  if (details === undefined) {
    return new ServiceError(
      error.code,
      { ...error.extras, message: `${item}: ${error.message}` },
      error.retryAfter,
    );
  }
  const placed = details.map(({ field, issue }) => ({ field: pathIn(item, field), issue }));
  return new ServiceError(error.code, { ...error.extras, details: placed }, error.retryAfter);
}

function pathIn(item: string, field: string): string {
  return field === '' || field.startsWith('[') ? `${item}${field}` : memberPath(item, field, false);
}
