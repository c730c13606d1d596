import type { ErrorDefinition } from './error-definition.js';
import { requestErrors } from './request-errors.js';
import { resourceErrors } from './resource-errors.js';
import { sessionErrors } from './session-errors.js';

/**
 * Every error that the service answers. Status, text, documentation and the OpenAPI responses are derived from
 * it. A code never changes its meaning within /v1.
 */
export const errors = {
  ...requestErrors,
  ...sessionErrors,
  ...resourceErrors,
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;
