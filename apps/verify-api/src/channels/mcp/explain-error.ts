import { Injectable } from '@nestjs/common';
import { errors, invalidRequest, type ErrorDefinition } from '@service/contracts';
import { VERDICT_REASONS, VERDICT_WARNINGS } from '@service/evidence';
import { TextMember } from '../../interface/inputs/members.js';
import { defineOperation } from '../../interface/operation.js';
import type { Answer } from '../../interface/schemas/schemas.js';

class ExplainInput {
  @TextMember('For example `record.transition_not_allowed`.', { maxLength: 64 })
  code!: string;
}

type Explanation = Answer<'Explanation'>;

const meanings: ReadonlyMap<string, Explanation> = new Map([
  ...Object.entries(errors).map(([code, definition]) => explained(code, definition)),
  ...Object.entries({ ...VERDICT_REASONS, ...VERDICT_WARNINGS }).map(
    ([code, meaning]): [string, Explanation] => [code, { code, status: null, meaning, resolution: null }],
  ),
]);

function explained(code: string, { status, message, resolution }: ErrorDefinition): [string, Explanation] {
  return [code, { code, status, meaning: message, resolution }];
}

/** All codes that can be explained. */
export const explainedCodes: readonly string[] = [...meanings.keys()];

/** Explains codes from the registry. */
@Injectable()
class ExplainError {
  /** @throws ServiceError `request.invalid` for a code that the service does not have. */
  execute(code: string): Explanation {
    const explanation = meanings.get(code);
    if (explanation === undefined) throw invalidRequest('code', 'must be a code of an error or of a verdict');
    return explanation;
  }
}

/** Explains a code; over HTTP, the page of errors does. */
export const explainError = defineOperation({
  name: 'errors.explain',
  access: 'any',
  summary: 'Explain a code',
  input: ExplainInput,
  answer: 'Explanation',
  useCase: ExplainError,
  execute: (explaining, _call, { code }) => explaining.execute(code),
});
