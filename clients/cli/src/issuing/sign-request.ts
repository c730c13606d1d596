import {
  Issuer,
  type RecordAction,
  type RegisterBody,
  type ServiceRequest,
} from '@record-verification/client';
import { CommandError } from '../errors.js';
import type { Operation } from '../operations/operation.js';

/** The request of such an operation with the issuer's signature in its body. @throws CommandError where nothing can be signed. */
export async function signRequest(
  issuer: Issuer,
  operation: Operation,
  request: ServiceRequest,
  [recordId]: readonly string[],
): Promise<ServiceRequest> {
  const body = request.body as object;
  const signed = await orWrongCall<object>(() =>
    recordId === undefined
      ? issuer.registration(body as RegisterBody)
      : issuer.change(recordId, actionOf(operation), body),
  );
  return { ...request, body: signed };
}

/** The action of an operation that changes a record: the end of its path. */
export function actionOf({ path }: Operation): RecordAction {
  return path.slice(path.lastIndexOf('/') + 1) as RecordAction;
}

/** The client's errors about a body that cannot be signed are those of the call. */
export async function orWrongCall<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
