import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { RoutedOperation } from '../operations/operation.js';

/** Metadata key under which a route's operation is stored. */
export const SERVED_OPERATION = 'operation';

/** Names the operation, or the public resource, that a route serves. A route without one refuses every request. */
export const ServesOperation = (operation: RoutedOperation) => SetMetadata(SERVED_OPERATION, operation);

/** The operation that a route serves. */
export function servedOperation(reflector: Reflector, context: ExecutionContext): RoutedOperation {
  const operation = reflector.get<RoutedOperation | undefined>(SERVED_OPERATION, context.getHandler());
  if (operation === undefined) throw new TypeError('The route does not say which operation it serves.');
  return operation;
}
