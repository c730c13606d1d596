import type { ErrorCode } from '@service/contracts';
import { deprecationSentence } from '../operations/deprecation.js';
import type { OperationTerms } from '../operations/operation.js';
import { accessText } from './access-text.js';
import { operationIdOf, tagOf } from './operation-groups.js';
import { errorsOf } from './responses.js';
import { isConditional, isRepeatable, isSigned, type ServedOperation } from './route-terms.js';

/** How the document names an operation, and what it says of it. */
interface OperationDescription {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Every error code that it can answer. */
  'x-errors': readonly ErrorCode[];
  deprecated?: true;
  /** Empty for what is read without a credential. */
  security?: [];
}

/** The description of an operation, as far as its definition and its route tell it. */
export function descriptionOf(served: ServedOperation): OperationDescription {
  const { operation } = served;
  return {
    operationId: operationIdOf(operation.name),
    tags: [tagOf(operation.name)],
    summary: operation.summary.split(/[;:.]/, 1)[0] as string,
    description: [
      `${operation.summary}.`,
      ...endOf(operation),
      accessSentence(operation),
      ...habitsOf(served),
    ].join(' '),
    'x-errors': errorsOf(served),
    ...(operation.deprecation === undefined ? {} : { deprecated: true }),
    ...(operation.access === 'public' ? { security: [] } : {}),
  };
}

function endOf({ deprecation }: OperationTerms): string[] {
  return deprecation === undefined ? [] : [deprecationSentence(deprecation)];
}

function accessSentence({ access }: OperationTerms): string {
  const isOfCapability = access !== 'public' && access !== 'any';
  return `Needs ${isOfCapability ? 'the capability ' : ''}${accessText(access)}.`;
}

/** What the operation has in common with others, so that nobody must look for it. */
function habitsOf(served: ServedOperation): string[] {
  const { operation } = served;
  return [
    ...(isRepeatable(served) ? ['A retry with the same `Idempotency-Key` changes nothing.'] : []),
    ...(isConditional(operation) && operation.kind === 'write'
      ? ['With `If-Match`, only that version is changed.']
      : []),
    ...(isSigned(operation) ? ['The answer is signed.'] : []),
  ];
}
