import type { ErrorCode } from '@service/contracts';
import { deprecationSentence } from '../deprecation.js';
import type { OperationTerms } from '../operation.js';
import { operationIdOf, tagOf } from './operation-groups.js';
import { ownErrorsOf } from './responses.js';
import { isSigned } from '../operation-route.js';

/** Name and description of an operation in the document. */
interface OperationDescription {
  operationId: string;
  tags: string[];
  summary: string;
  /** Absent where the summary says all. */
  description?: string;
  /** The error codes that it can answer besides those of `x-errors` at the document's root. */
  'x-errors': readonly ErrorCode[];
  deprecated?: true;
  /** Empty for an operation without a credential; missing for all others. */
  security?: [];
}

/** Name and description of an operation, from its definition. */
export function descriptionOf(operation: OperationTerms): OperationDescription {
  const summary = operation.summary.split(/[;:.]/, 1)[0] as string;
  const more = [...endOf(operation), ...(isSigned(operation) ? ['The answer is signed.'] : [])];
  const isAllSaid = summary === operation.summary && more.length === 0;
  return {
    operationId: operationIdOf(operation.name),
    tags: [tagOf(operation.name)],
    summary,
    ...(isAllSaid ? {} : { description: [`${operation.summary}.`, ...more].join(' ') }),
    'x-errors': ownErrorsOf(operation),
    ...(operation.deprecation === undefined ? {} : { deprecated: true }),
    ...(operation.access === 'public' ? { security: [] } : {}),
  };
}

function endOf({ deprecation }: OperationTerms): string[] {
  return deprecation === undefined ? [] : [deprecationSentence(deprecation)];
}
